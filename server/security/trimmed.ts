/**
 * A text without the blanks around it. Not by a regular expression: its time would grow with the square of a run of blanks.
 *
 * @param text any text
 * @param isBlank whether a character is cut off at the ends
 */
export function trimmed(text: string, isBlank: (character: string) => boolean): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text.charAt(start))) start += 1;
  while (end > start && isBlank(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
