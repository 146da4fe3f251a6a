/** Longer than the user codes of any provider. */
const maxLength = 64;

/**
 * Returns the codes that a typed user code may stand for, most likely first: without spaces and dashes, as typed,
 * then in upper case, then in lower case. Hydra compares codes exactly, and by default they mix both (RFC 8628,
 * section 6.1).
 *
 * @param typed the visitor's input
 * @returns an empty list for a text that cannot be a code
 */
export function userCodes(typed: string): string[] {
  const code = typed.normalize('NFKC').replace(/[\s\p{Pd}\p{Cf}]/gu, '');
  if (code === '' || code.length > maxLength) return [];
  return [...new Set([code, code.toUpperCase(), code.toLowerCase()])];
}
