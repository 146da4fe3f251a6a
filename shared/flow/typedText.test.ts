import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isAddressName, normalizeAddress, normalizeCode } from './typedText.ts';

/** The digits of a script of the Unicode locale data, from 0 to 9. */
const digitsOf = (numberingSystem: string): string[] =>
  Array.from({ length: 10 }, (_, digit) => new Intl.NumberFormat('en', { numberingSystem }).format(digit));

/** The numbering systems with digits of their own, rather than words or ideographs. */
const scripts = Intl.supportedValuesOf('numberingSystem')
  .map(digitsOf)
  .filter((digits) => digits.every((digit) => /^\p{Nd}$/u.test(digit)));

/** Any text without digits, and without the letters that backup codes and numbers are made of. */
const surroundings = fc
  .string({ unit: 'binary' })
  .map((text) => text.replace(/[\p{Nd}A-Za-z\uFF21-\uFF3A\uFF41-\uFF5A]/gu, ''));
const words = fc.constantFrom('', 'Your code is ', 'Kod: ', '(', '[', ' ist Ihr Code.', '\u200e', '»');
const anyText = fc.oneof(surroundings, words);
const separator = fc.constantFrom('', '', ' ', '\u00a0', '-', '\u2013', '\u200b', '\u2060', '\u00ad');
const code = (length: number) =>
  fc.array(fc.nat(9), { minLength: length, maxLength: length }).map((digits) => digits.join(''));

test('every script of Unicode counts from 0 to 9', () => {
  expect(scripts.length).toBeGreaterThan(60);
  for (const digits of scripts) expect(normalizeCode('code', digits.join(''), 10)).toBe('0123456789');
});

test.each([6, 8])(
  'a code of %i digits is found in whatever surrounds it, in the digits of any script',
  (length) => {
    fc.assert(
      fc.property(
        code(length),
        fc.constantFrom(...scripts),
        fc.array(separator, { minLength: length, maxLength: length }),
        anyText,
        anyText,
        fc.constantFrom(undefined, length),
        (digits, script, separators, before, after, known) => {
          const typed = Array.from(
            digits,
            (digit, at) => `${script[Number(digit)] ?? ''}${separators[at] ?? ''}`,
          );
          const text = `${before} ${typed.join('')} ${after}`;
          const hasOtherLetters = /\p{L}|\p{N}/u.test((before + after).replace(/[A-Za-z]/g, ''));
          // letters of any other script may be the code's own, if nothing says that it has digits only
          fc.pre(known !== undefined || !hasOtherLetters);
          expect(normalizeCode('code', text, known)).toBe(digits);
        },
      ),
    );
  },
);

test.each([
  ['Your code is 123456. It works for 15 minutes.', '123456'],
  ['26.11.2026: 123 456', '123456'],
  ['1234567', '1234567'],
  ['12345', '12345'],
  ['no code', ''],
])('%j is the code %j', (text, found) => {
  expect(normalizeCode('totp_code', text, 6)).toBe(found);
});

test.each([
  ['A1B2-C3D4', 'A1B2C3D4'],
  ['(123456)', '123456'],
  ['code: 123 456', '123456'],
  ['ab123456', 'ab123456'],
])('of %j, whose length is unknown, %j is kept', (text, found) => {
  expect(normalizeCode('code', text)).toBe(found);
});

test.each([
  'abcd1234',
  'ABCD-1234',
  'ABCD 1234',
  '1. abcd1234',
  'recovery code: abcd1234',
  '(ａｂｃｄ１２３４)',
  '\u202aabcd\u200b1234\u202c',
])('%j is a backup code', (text) => {
  expect(normalizeCode('lookup_secret', text)).toBe('abcd1234');
});

test('an address is found in any blanks and invisible marks', () => {
  const mark = fc.constantFrom('\u200b', '\u200e', '\u202a', '\u2060', '\ufeff', '\u00ad');
  const blank = fc.oneof(mark, fc.constantFrom(' ', '\u00a0', '\t', '\u3000'));
  const texts = (unit: fc.Arbitrary<string>) =>
    fc.array(unit, { maxLength: 4 }).map((characters) => characters.join(''));
  fc.assert(
    fc.property(
      fc.emailAddress(),
      texts(blank),
      texts(blank),
      texts(mark),
      (address, before, after, within) => {
        const typed = before + address.replace('@', `${within}@${within}`) + after;
        expect(normalizeAddress(typed)).toBe(address);
      },
    ),
  );
});

test.each([
  ['Ada <ada@example.org>', 'ada@example.org'],
  ['mailto:ada@example.org', 'ada@example.org'],
  [' ada @  example.org ', 'ada@example.org'],
  [' +49 170 1234567\u200b', '+49 170 1234567'],
  ['\u200fمی\u200cخواهم ', 'می\u200cخواهم'],
  ['ada <', 'ada <'],
])('%j is the address %j', (text, address) => {
  expect(normalizeAddress(text)).toBe(address);
});

test('an address is known by its name, which other fields do not have', () => {
  const names = [
    'identifier',
    'email',
    'traits.email',
    'traits.contact.mail',
    'traits.e_mail',
    'recovery_address',
  ];
  expect(names.filter((name) => !isAddressName(name))).toEqual([]);
  expect(
    ['code', 'password', 'traits.mailbox', 'traits.emails.0', 'traits.name.first'].filter(isAddressName),
  ).toEqual([]);
});

test('a long text without a code takes no longer than it must', () => {
  for (const text of [' '.repeat(2e5), '1 '.repeat(1e5), '<@'.repeat(1e5), '-'.repeat(2e5)]) {
    normalizeCode('code', `x${text}`);
    normalizeCode('lookup_secret', text);
    normalizeAddress(`${text}@x`);
  }
});
