/** The values of a parameter that separates them by spaces, like `scope` (RFC 6749, section 3.3); none if it is absent. */
export const words = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(' ').filter(Boolean) : [];
