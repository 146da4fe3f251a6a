import { trimmed } from '../trimmed.ts';

/** Lower-cases like Go, as the provider does: character by character, whatever surrounds them. */
const lowerCase = (text: string): string =>
  Array.from(text, (character) => String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0)).join('');

/** Trims like Go, as the provider does: U+0085 as well. */
const withoutBlanks = (text: string): string => trimmed(text, (character) => /[\s\u0085]/.test(character));

/** A phone number's digits, without separators and extension. */
const digits = (text: string): string => `+${text.split(/[;#a-z]/i, 1)[0]?.replace(/\D/g, '') ?? ''}`;

/**
 * The key of an account in the limits: the typed identifier, normalised as the provider does for its lookup (Kratos'
 * `GracefulNormalization`), so that other spellings do not count separately.
 */
export function accountKey(identifier: string): string {
  if (identifier.includes('@')) return withoutBlanks(lowerCase(identifier));
  const text = withoutBlanks(identifier);
  const number = text.normalize('NFKC');
  return /^(?:tel:)?\s*\+/i.test(number) ? digits(number.replace(/^tel:/i, '')) : text;
}
