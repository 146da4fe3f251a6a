/**
 * The id of a button, unique on its page.
 *
 * @param section the id of its form
 */
export const submissionId = (section: string, name: string, value: string): string =>
  `${section} ${name}=${value}`;
