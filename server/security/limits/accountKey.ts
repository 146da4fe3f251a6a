import { malformedRequest } from '../../http/errors.ts';
import { trimmed } from '../request/trimmed.ts';
import { mayHoldPhone, phoneKey } from './phoneKey.ts';

/**
 * Lower-cases like Go, as the provider does: character by character, whatever surrounds them. Node's tables are newer
 * than Go's, so that a few letters of the latest scripts have a lower case here and none there.
 */
const lowerCase = (text: string): string =>
  Array.from(text, (character) => String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0)).join('');

/** Whether Go's `strings.TrimSpace` trims a character: JavaScript's blanks and U+0085, but not U+FEFF. */
const isBlank = (character: string): boolean => /[\s\u0085]/.test(character) && character !== '\uFEFF';

/** Longer than any identifier, in characters: Kratos' column ends at 255. The rest is not worth the time. */
const maxLength = 1000;

/**
 * The key of an account in the limits: the typed identifier, normalised as the provider does when it looks up a
 * password, a security key or an address (Kratos' `stringToLowerTrim`). Two spellings that reach one account have one
 * key; two accounts never do.
 */
export const accountKey = (identifier: string): string =>
  // bytes that are no text become one or several of these, depending on who decodes them
  lowerCase(trimmed(identifier, isBlank).slice(0, maxLength))
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/\uFFFD+/g, '\uFFFD');

/** Notations at which Kratos' parser finds a phone number in an email address: it drops the rest, or takes a prefix from it. */
const endsPhone = /[\\/] *x|;phone-context=/i;

/**
 * The key of an account that signs in by code. Kratos' `GracefulNormalization` takes what it can read as a phone number
 * for one, and everything else as it does for a password.
 *
 * @throws PortalError 400 if the identifier may hold a phone number in a notation that only Kratos can read
 */
export function codeAccountKey(identifier: string): string {
  const phone = phoneKey(identifier);
  if (phone !== undefined) return phone;
  const isEmail = identifier.includes('@') && !endsPhone.test(identifier);
  if (mayHoldPhone(identifier) && !isEmail)
    throw malformedRequest('The phone number can be understood in more than one way.');
  return accountKey(identifier);
}
