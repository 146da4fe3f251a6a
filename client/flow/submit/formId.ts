/** The id of a section's form, where a page has several: a button elsewhere on the page can send it. */
export const formId = (section: string): string => `${section}-form`;
