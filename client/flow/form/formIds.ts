/** The id of a section's form, where a page has several: a button elsewhere on the page can send it. */
export const formId = (section: string): string => `${section}-form`;

/**
 * Returns the id of a button, unique on its page.
 *
 * @param section the id of its form
 */
export const submissionId = (section: string, name: string, value: string): string =>
  `${section} ${name}=${value}`;
