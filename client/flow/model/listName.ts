/**
 * Returns the name of the list that a field is an entry of. Kratos numbers the entries of a trait's list
 * (`traits.tags.0`), but takes them in a native submit by the list's name (`traits.tags`) only.
 *
 * @param name a field's name; returned unchanged if it is not an entry's
 */
export const listName = (name: string): string => name.replace(/\.\d+$/, '');
