/** A variable that no setting is called, and the setting that it nearly is. */
export interface Slip {
  name: string;
  meant: string;
}

/** Whether two names are the same but for one letter: added, left out, another one, or changed places with its neighbour. */
export function isOneSlipAway(one: string, other: string): boolean {
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
 * The variables that are a slip of the pen away from a setting, in any case of letters.
 *
 * @param names the variables that are there
 * @param known the names of all settings
 */
export function slips(names: readonly string[], known: readonly string[]): Slip[] {
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((setting) => isOneSlipAway(name.toUpperCase(), setting));
      return meant === undefined ? [] : [{ name, meant }];
    });
}

/** A slip in words. */
export const inWords = ({ name, meant }: Slip): string => `${name} is not a setting; did you mean ${meant}?`;
