import { trimmed } from '../trimmed.ts';
import * as nodeName from './nodeName.ts';

/** The names of inputs for codes that users copy: from a mail, an authenticator app, a printed list. */
const codes = new Set<string>([nodeName.code, nodeName.totpCode, nodeName.lookupSecret]);

/** Whether an input expects a copied code. @param name the input's name */
export const isCode = (name: string): boolean => codes.has(name);

const addresses = new Set<string>([
  nodeName.identifier,
  nodeName.passwordIdentifier,
  nodeName.address,
  nodeName.recoveryAddress,
  nodeName.recoveryConfirmAddress,
]);

/** Whether an input expects an address, by its name: `email`, and a trait such as `traits.contact.email`. */
export const isAddressName = (name: string): boolean =>
  addresses.has(name) || /(?:^|[._])e?-?mail$/i.test(name);

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code));

/** Returns the ASCII digit for a decimal digit of any script, whose digits follow each other from 0 to 9. */
function asciiDigit(digit: string): string {
  const compatible = digit.normalize('NFKC');
  if (/^\d$/.test(compatible)) return compatible;
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (isDigit(zero - 1)) zero -= 1;
  return String((code - zero) % 10);
}

/** Converts digits of any script, and full-width letters, to ASCII, and drops marks without a shape. */
export const plainText = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/[\uFF21-\uFF3A\uFF41-\uFF5A]/g, (letter) => letter.normalize('NFKC'));

/** Matches a code of digits that has words around it. */
const digitsAmongWords = (count: number): RegExp =>
  new RegExp(String.raw`(?<![A-Za-z\d])\d(?:[\s\p{Pd}]*\d){${count - 1}}(?![A-Za-z\d])`, 'u');

/** Matches a backup code, in one piece or in two, that has words around it. */
const backupCode = /(?<![a-z\d])(?:(?=[a-z]*\d)[a-z\d]{8}|[a-z\d]{4}[\s-][a-z\d]{4})(?![a-z\d])/;

/** Returns the letters and digits of a code. */
export const lettersAndDigits = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Takes a one-time code out of a typed or pasted text: without invisible marks, blanks, dashes, brackets and words around
 * it, and with ASCII digits.
 *
 * @param digits how many digits the code has, if that is known
 */
export function normalizeCode(name: string, text: string, digits?: number): string {
  const plain = plainText(text);
  if (name === nodeName.lookupSecret) {
    const letters = plain.toLowerCase();
    return lettersAndDigits(backupCode.exec(letters)?.[0] ?? letters);
  }
  if (digits === undefined) {
    const compact = lettersAndDigits(plain);
    if (/^\d*$/.test(compact)) return compact;
    const found = digitsAmongWords(8).exec(plain) ?? digitsAmongWords(6).exec(plain);
    return found ? found[0].replace(/\D/g, '') : compact;
  }
  const all = plain.replace(/\D/g, '');
  const found = all.length > digits ? digitsAmongWords(digits).exec(plain) : null;
  return found?.[0].replace(/\D/g, '') ?? all;
}

const isBlank = (character: string): boolean => /[\s\p{Cf}]/u.test(character);

/**
 * Drops what came along with a pasted address: blanks around it and its `@`, marks, `mailto:`, a name before angle
 * brackets. A username keeps the marks within it, which some scripts need.
 */
export function normalizeAddress(text: string): string {
  if (!text.includes('@')) return trimmed(text, isBlank);
  const start = text.indexOf('<');
  const end = text.indexOf('>', start);
  const inner = start >= 0 && end > start ? text.slice(start + 1, end) : '';
  return (inner.includes('@') ? inner : text)
    .replace(/\p{Cf}/gu, '')
    .split('@')
    .map((part) => part.trim())
    .join('@')
    .replace(/^mailto:/i, '');
}

/**
 * Normalises the code or the address in a field; any other text stays as it is.
 *
 * @param digits how many digits a code has, if that is known
 */
export function normalizeTyped(
  name: string,
  text: string,
  { digits, isAddress = isAddressName(name) }: { digits?: number; isAddress?: boolean } = {},
): string {
  if (isCode(name)) return normalizeCode(name, text, digits);
  return isAddress ? normalizeAddress(text) : text;
}
