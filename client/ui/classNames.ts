/**
 * Joins class names.
 *
 * @param names undefined, false and empty ones are skipped
 */
export const classNames = (...names: (string | false | undefined)[]): string =>
  names.filter(Boolean).join(' ');
