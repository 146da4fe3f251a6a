/** The values without repetitions, in their order. */
export const distinct = (values: readonly string[]): string[] => [...new Set(values)];
