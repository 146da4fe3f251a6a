import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { trimmed } from '../../../shared/trimmed.ts';
import { malformedRequest } from '../../http/errors.ts';

/**
 * Lower-cases like Go, and so like the provider: character by character, whatever surrounds them. Node's tables are
 * newer than Go's, so a few letters of the latest scripts only have a lower case here.
 */
const lowerCase = (text: string): string =>
  Array.from(text, (character) => String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0)).join('');

/** Whether Go's `strings.TrimSpace` trims a character: JavaScript's blanks and U+0085, but not U+FEFF. */
const isBlank = (character: string): boolean => /[\s\u0085]/.test(character) && character !== '\uFEFF';

/** Longer than any identifier, in characters: Kratos' column is limited to 255. Longer input is not worth the time. */
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

/** The longest text, and the fewest digits of a number with its country code, that Kratos' parser of phone numbers reads. */
const phone = { maxLength: 250, minDigits: 6 };

/** Whether that parser might find a number in a text. */
const mayHoldPhone = (text: string): boolean =>
  text.length <= phone.maxLength &&
  /[+\uFF0B]/.test(text) &&
  (text.match(/\p{Nd}/gu)?.length ?? 0) >= phone.minDigits;

/**
 * Returns the key of a phone number in international form: its E.164 form, whatever its separators, digits and national
 * prefix are. Kratos' parser is a port of the same library.
 *
 * @returns undefined for any other text, and for a number that no country has
 */
export function phoneKey(text: string): string | undefined {
  if (text.length > phone.maxLength) return undefined;
  const number = parsePhoneNumberFromString(text.trim(), { extract: false });
  return number?.isValid() && number.ext === undefined ? number.number : undefined;
}

/** Notations with which Kratos' parser finds a phone number in an email address, and drops a part of it. */
const endsPhone = /[\\/] *x|;phone-context=/i;

/**
 * Returns the key of an account that signs in by code. Kratos' `GracefulNormalization` treats an identifier as a
 * phone number if it can read it as one, and otherwise as for a password.
 *
 * @throws PortalError 400 if the identifier may hold a phone number in a notation that only Kratos can read
 */
export function codeAccountKey(identifier: string): string {
  const number = phoneKey(identifier);
  if (number !== undefined) return number;
  const isEmail = identifier.includes('@') && !endsPhone.test(identifier);
  // a number that the library does not know, in the only notation without a second reading
  const isPlain = /^\+\d+$/.test(identifier);
  if (mayHoldPhone(identifier) && !isEmail && !isPlain)
    throw malformedRequest('The phone number can be understood in more than one way.');
  return accountKey(identifier);
}

/** Characters and comments in an address that do not affect delivery (RFC 5322, sections 3.2 and 3.4). */
const decoration = /\([^()]*\)|[\s"\\]/g;

/** Returns the mailbox in an address: `Ada <"a"@example.org>` is a@example.org. */
const mailboxIn = (address: string): string =>
  (/<([^<>]*)>[^<>]*$/.exec(address)?.[1] ?? address).replace(decoration, '');

/** Returns the first number in a text, up to its extension. */
const numberIn = (text: string): string => (/[+\uFF0B][^\p{L};#]*/u.exec(text)?.[0] ?? '').trim();

/** Whether mail or a text message could be sent to a text. */
export const isRecipient = (text: string): boolean => text.includes('@') || mayHoldPhone(text);

/** Returns the key of a mailbox or telephone: the same for all spellings, even if they belong to different accounts. */
export const recipientKey = (address: string): string =>
  address.includes('@')
    ? mailboxIn(accountKey(address))
    : (phoneKey(numberIn(address)) ?? accountKey(address));
