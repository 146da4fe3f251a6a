import { trimmed } from '../trimmed.ts';

/** Lower case as the provider makes it, in Go: one character for one, whatever surrounds it. */
const lowerCase = (text: string): string =>
  Array.from(text, (one) => String.fromCodePoint(one.toLowerCase().codePointAt(0) ?? 0)).join('');

/** Cuts off what the provider does, in Go: U+0085 as well. */
const withoutBlanks = (text: string): string => trimmed(text, (character) => /[\s\u0085]/.test(character));

/** A phone number without what people put between its digits, and without an extension. */
const digits = (text: string): string => `+${text.split(/[;#a-z]/i, 1)[0]?.replace(/\D/g, '') ?? ''}`;

/**
 * What stands for an account in the limits: an identifier as somebody typed it, in the form in which the provider looks it
 * up (Kratos' `GracefulNormalization`), so that no other spelling of it is counted apart.
 */
export function accountKey(identifier: string): string {
  if (identifier.includes('@')) return withoutBlanks(lowerCase(identifier));
  const text = withoutBlanks(identifier);
  const number = text.normalize('NFKC');
  return /^(?:tel:)?\s*\+/i.test(number) ? digits(number.replace(/^tel:/i, '')) : text;
}
