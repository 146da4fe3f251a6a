/** A variable that is not a setting, and the setting that was probably meant. */
export interface Misspelling {
  name: string;
  intended: string;
}

/** Whether two names differ by one typing error: a letter added, left out, replaced, or swapped with its neighbour. */
export function isOneTypoAway(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const rest = one.slice(start, one.length - end);
  const otherRest = other.slice(start, other.length - end);
  if (rest.length <= 1 && otherRest.length <= 1) return true;
  return rest.length === 2 && otherRest === `${rest.charAt(1)}${rest.charAt(0)}`;
}

/**
 * Finds the variables that are one typing error away from a setting, ignoring case.
 *
 * @param names the variables that are set
 * @param known the names of all settings
 */
export function findMisspellings(names: readonly string[], known: readonly string[]): Misspelling[] {
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const intended = known.find((setting) => isOneTypoAway(name.toUpperCase(), setting));
      return intended === undefined ? [] : [{ name, intended }];
    });
}

/** Returns the sentence that tells an operator about a misspelling. */
export const describeMisspelling = ({ name, intended }: Misspelling): string =>
  `${name} is not a setting; did you mean ${intended}?`;
