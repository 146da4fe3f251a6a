/** Says "must be a, b or c". The format is created for a fault only: it loads ICU's data, 8 MB. */
export const mustBeOneOf = (values: readonly unknown[]): string =>
  `must be ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values.map(String))}`;
