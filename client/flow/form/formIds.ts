/** Returns the id of a section's form, so that a button elsewhere on the page can submit it. */
export const formId = (section: string): string => `${section}-form`;

/** Returns the id of a button, unique on its page. */
export const submissionId = (section: string, name: string, value: string): string =>
  `${section} ${name}=${value}`;
