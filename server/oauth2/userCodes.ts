import { lettersAndDigits, plainText } from '../../shared/flow/typedText.ts';

/** Longer than the user codes of any provider. */
const maxLength = 64;

/** Matches a code of eight capitals and digits, in one piece or in two, that has words around it. */
const amongWords = /(?<![A-Za-z\d])[A-Z\d]{4}[\s-]?[A-Z\d]{4}(?![A-Za-z\d])/;

/**
 * Returns the codes that a typed user code may stand for, most likely first: without blanks, dashes, brackets and invisible
 * marks, as typed, then in upper case, then in lower case. Hydra compares codes exactly, and by default they mix both
 * (RFC 8628, section 6.1). A code in capitals is also found among words.
 *
 * @param typed the visitor's input
 * @returns an empty list for a text that cannot be a code
 */
export function userCodes(typed: string): string[] {
  const plain = plainText(typed);
  const code = lettersAndDigits(plain);
  if (code === '' || code.length > maxLength) return [];
  const found = lettersAndDigits(amongWords.exec(plain)?.[0] ?? code);
  return [...new Set([found, code, code.toUpperCase(), code.toLowerCase()])];
}
