/** Returns the values without repetitions, in order. */
export const distinct = (values: readonly string[]): string[] => [...new Set(values)];
