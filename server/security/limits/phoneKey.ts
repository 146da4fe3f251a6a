/**
 * The zeros of the digits that Kratos' phone number parser reads: ASCII, full-width, Arabic-Indic and its extended
 * form.
 */
const zeros = [0x30, 0xff10, 0x660, 0x6f0];

/** Matches a number in international form with only the separators that people type: `+49 (0)170 12-34.567`. */
const plainNumber = /^[\s(]*[+\uFF0B]+[\s\d\uFF10-\uFF19\u0660-\u0669\u06F0-\u06F9()./\u2010-\u2015-]+$/;

/** The maximum length that Kratos' parser reads. */
const maxLength = 250;

/** The minimum number of digits of a valid number, including the country code. */
const minDigits = 6;

const countryCode = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/**
 * The prefixes dialled before a number within its country if that is not a 0, including those that choose a carrier.
 */
const nationalPrefixes: Record<string, RegExp> = {
  1: /^1/,
  7: /^8/,
  36: /^06/,
  // its mobile phones once had an additional 1
  52: /^0?(?:[12]|4[45])?(?=\d{10,11}$)/,
  55: /^(?:0|90)(?:(?:1[245]|2[1-35]|31|4[13]|[56]5|99)(?=\d{10,11}$))?/,
  57: /^0(?:[3579]|4(?:[14]4|56))?/,
  61: /^(?:183[12]|0)/,
  81: /^(?:000(?=[2569]\d{4,6}$)|0037680?|0(?!0[^0]))/,
  82: /^0(?:8(?:[1-46-8]|5\d\d))?/,
  86: /^(?:1(?:[12]\d|79)\d\d|0)/,
  298: /^10(?:01|[12]0|88)/,
  352: /^15(?:0[06]|1[12]|[35]5|4[04]|6[26]|77|88|99)\d/,
  370: /^[08](?=\d{8}$)/,
  375: /^(?:0|80?)/,
  423: /^(?:1001|0)/,
  506: /^19(?:0[0-2468]|1[09]|20|66|77|99)/,
  591: /^0(?:1\d)?/,
  692: /^1/,
  993: /^8/,
};
const zero = /^0/;
/** Countries in which a leading zero belongs to the number. */
const withoutNationalPrefix = new Set(['39', '247', '378', '672']);

/** Changes that convert a number dialled within its country into the one dialled from abroad. */
const fromAbroad: Record<string, readonly [pattern: RegExp, replacement: string]> = {
  54: [/^(?:(11)15(\d{8})|([23]\d\d)15(\d{7})|([23]\d{3})15(\d{6}))$/, '9$1$2$3$4$5$6'],
  261: [/^(?=[24-9]\d{6}$)/, '20'],
  378: [/^(?=[89]\d{5}$)/, '0549'],
  672: [/^(?=[0-258]\d{4}$)/, '3'],
};

/** Removes all national prefixes from a number. */
function withoutPrefix(country: string, number: string): string {
  if (withoutNationalPrefix.has(country)) return number;
  const rest = number.replace(nationalPrefixes[country] ?? zero, '');
  return rest === number ? number : withoutPrefix(country, rest);
}

const digitsOf = (text: string): string =>
  Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? '' : String(code - zero);
  }).join('');

/** Whether Kratos' parser of phone numbers might find one in a text. */
export const mayHoldPhone = (text: string): boolean =>
  text.length <= maxLength && /[+\uFF0B]/.test(text) && (text.match(/\p{Nd}/gu)?.length ?? 0) >= minDigits;

/**
 * Returns the key of a phone number in international form: the same for all spellings that Kratos normalises to one
 * number (E.164), with or without a national prefix, and different for different valid numbers.
 *
 * @returns undefined for any other text
 */
export function phoneKey(text: string): string | undefined {
  if (text.length > maxLength || !plainNumber.test(text)) return undefined;
  const digits = digitsOf(text);
  if (digits.length < minDigits) return undefined;
  const country = countryCode.exec(digits)?.[0] ?? '';
  const number = withoutPrefix(country, digits.slice(country.length));
  const [local, abroad] = fromAbroad[country] ?? [/^/, ''];
  return `+${country}${number.replace(local, abroad)}`;
}
