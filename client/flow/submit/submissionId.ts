/**
 * Tells one button of a page from all others.
 *
 * @param section the id of its form
 */
export const submissionId = (section: string, name: string, value: string): string =>
  `${section} ${name}=${value}`;
