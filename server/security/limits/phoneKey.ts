import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** The maximum length that Kratos' parser reads. */
const maxLength = 250;

/** The minimum number of digits of a valid number, including the country code. */
const minDigits = 6;

/** Whether Kratos' parser of phone numbers might find one in a text. */
export const mayHoldPhone = (text: string): boolean =>
  text.length <= maxLength && /[+\uFF0B]/.test(text) && (text.match(/\p{Nd}/gu)?.length ?? 0) >= minDigits;

/**
 * Returns the key of a phone number in international form: its E.164 form, whatever its separators, digits and national
 * prefix are. Kratos' parser is a port of the same library.
 *
 * @returns undefined for any other text, and for a number that no country has
 */
export function phoneKey(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  const number = parsePhoneNumberFromString(text.trim(), { extract: false });
  return number?.isValid() && number.ext === undefined ? number.number : undefined;
}
