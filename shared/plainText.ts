/** The maximum length of a shown text, in characters. */
const longest = 300;

/**
 * Makes an untrusted text safe to show beside the portal's own: shortens it, and removes characters that could
 * rearrange or hide the text around it, such as control characters, bidirectional marks and line separators.
 */
export function plainText(text: string): string {
  const characters = Array.from(text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' '));
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : characters.join('');
}
