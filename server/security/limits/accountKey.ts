import { malformedRequest } from '../../http/errors.ts';
import { trimmed } from '../request/trimmed.ts';
import { mayHoldPhone, phoneKey } from './phoneKey.ts';

/**
 * Lower-cases like Go, and so like the provider: character by character, whatever surrounds them. Node's tables are
 * newer than Go's, so a few letters of the latest scripts only have a lower case here.
 */
const lowerCase = (text: string): string =>
  Array.from(text, (character) => String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0)).join('');

/** Whether Go's `strings.TrimSpace` trims a character: JavaScript's blanks and U+0085, but not U+FEFF. */
const isBlank = (character: string): boolean => /[\s\u0085]/.test(character) && character !== '\uFEFF';

/**
 * Longer than any identifier, in characters: Kratos' column is limited to 255. Longer input is not worth the time.
 */
const maxLength = 1000;

/**
 * Returns the key of an account in the limits: the typed identifier, normalised as by the provider when it looks up a
 * password, a security key or an address (Kratos' `stringToLowerTrim`). Two spellings that reach one account have one
 * key; two accounts never do.
 */
export const accountKey = (identifier: string): string =>
  // invalid bytes become one or several of these, depending on the decoder
  lowerCase(trimmed(identifier, isBlank).slice(0, maxLength))
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/\uFFFD+/g, '\uFFFD');

/**
 * Notations with which Kratos' parser finds a phone number in an email address: it drops the rest, or takes a prefix
 * from it.
 */
const endsPhone = /[\\/] *x|;phone-context=/i;

/**
 * Returns the key of an account that signs in by code. Kratos' `GracefulNormalization` treats an identifier as a
 * phone number if it can read it as one, and otherwise as for a password.
 *
 * @throws PortalError 400 if the identifier may hold a phone number in a notation that only Kratos can read
 */
export function codeAccountKey(identifier: string): string {
  const phone = phoneKey(identifier);
  if (phone !== undefined) return phone;
  const isEmail = identifier.includes('@') && !endsPhone.test(identifier);
  // a number that the library does not know, in the only notation without a second reading
  const isPlain = /^\+\d+$/.test(identifier);
  if (mayHoldPhone(identifier) && !isEmail && !isPlain)
    throw malformedRequest('The phone number can be understood in more than one way.');
  return accountKey(identifier);
}
