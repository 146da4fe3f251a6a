/** How many characters of a text are shown. */
const longest = 300;

/**
 * A text that somebody else wrote, to show beside the portal's own: shortened, and without what could rearrange or hide the
 * text around it, such as control characters, bidirectional marks and line separators.
 */
export function plainText(text: string): string {
  const characters = Array.from(text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' '));
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : characters.join('');
}
