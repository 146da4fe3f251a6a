/** Whether two names differ by one typing error: a letter added, left out, replaced, or swapped with its neighbour. */
export function isOneTypoAway(one, other) {
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
 * Finds the variables that are one typing error away from a setting, ignoring case. It runs without packages, so that
 * `npm run secrets` can use it.
 *
 * @param {readonly string[]} names the variables that are set
 * @param {readonly string[]} known the names of all settings
 * @returns {{ name: string, intended: string }[]} each with the setting that was probably meant
 */
export function findMisspellings(names, known) {
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const intended = known.find((setting) => isOneTypoAway(name.toUpperCase(), setting));
      return intended === undefined ? [] : [{ name, intended }];
    });
}

/** Returns the sentence that tells an operator about a misspelling. */
export const describeMisspelling = ({ name, intended }) =>
  `${name} is not a setting; did you mean ${intended}?`;
