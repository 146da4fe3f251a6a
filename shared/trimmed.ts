/** Trims a text without a regular expression, whose time would be quadratic in the length of a run of blanks. */
export function trimmed(text: string, isBlank: (character: string) => boolean): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text.charAt(start))) start += 1;
  while (end > start && isBlank(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
