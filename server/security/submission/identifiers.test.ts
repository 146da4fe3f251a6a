import { expect, test } from '@jest/globals';
import { costOf } from '../../../test/support/cost.ts';
import { accountKey, codeAccountKey, phoneKey, recipientKey } from './identifiers.ts';

test.each([
  [
    'ada@example.org',
    ['ADA@example.org', ' ada@Example.ORG\t', 'ada@example.org\u0085', '\u3000ada@example.org'],
  ],
  ['kim@example.org', ['\u212Aim@example.org', 'k\u0130m@example.org']],
  ['\u03C3\u03C3@example.org', ['\u03A3\u03A3@example.org']],
  ['nurse', ['NURSE', ' nurse ', '\u00A0Nurse\n']],
  ['n\uFFFDrse', ['n\uD800rse', 'N\uFFFD\uFFFDrse']],
  ['+49 170 1234567', [' +49 170 1234567 ']],
])('%s is one account, however it is spelt', (account, spellings) => {
  for (const spelling of [account, ...spellings]) {
    expect(accountKey(spelling)).toBe(account);
  }
});

test('different accounts have different keys', () => {
  const accounts = [
    'ada@example.org',
    'ada@example.com',
    'àda@example.org',
    '\uFF41da@example.org',
    '\uFEFFada@example.org',
    'ada',
    '+491701234567',
    '+49 170 1234567',
    '491701234567',
  ];
  expect(new Set(accounts.map(accountKey)).size).toBe(accounts.length);
});

test('for sign-ins by code the key is a telephone number in normal form, or the spelling-independent name', () => {
  expect(codeAccountKey('+49 (0)170 1234567')).toBe('+491701234567');
  expect(codeAccountKey('tel:01701234567;phone-context=+49')).toBe('+491701234567');
  expect(codeAccountKey('ADA+4917012345@example.org')).toBe('ada+4917012345@example.org');
  expect(codeAccountKey(' Ada')).toBe('ada');
  expect(codeAccountKey('nurse+12345')).toBe('nurse+12345');
});

test.each([
  'tel:+491701234567',
  '+491701234567;ext=5',
  '+491701234567 x5',
  '+491701234567/x@example.org',
  'call +491701234567',
  '+49170FLOWERS 1234',
])('%s, which Kratos may read as another account’s telephone number, is refused', (identifier) => {
  expect(() => codeAccountKey(identifier)).toThrow(
    expect.objectContaining({ status: 400, id: 'malformed_request' }),
  );
});

test.each([
  [
    'ada@example.org',
    [
      ' ADA@example.org',
      '"ada"@example.org',
      '"a\\da"@example.org',
      'ada@ example.org',
      '<ada@example.org>',
      'Somebody <ada@example.org> (x)',
      'ada@example.org (x)',
    ],
  ],
  ['+491701234567', ['+49 (0)170 1234567', 'tel:+49-170-1234567;ext=5', '+49 170 1234567 x5']],
])('mail to %s has one key, however the address is written', (recipient, spellings) => {
  for (const spelling of [recipient, ...spellings]) expect(recipientKey(spelling)).toBe(recipient);
});

test.each([accountKey, codeAccountKey, recipientKey])(
  'a long identifier is normalised in linear time',
  (key) => {
    const short = costOf(() => key('a'.repeat(1000)));
    for (const filler of [' ', '<', '(', '<>', '+', '\uD800', '\u0130'])
      for (const end of ['b@example.org', '>']) {
        const long = `a${filler.repeat(100_000)}${end}`;
        expect(costOf(() => key(long)) / short).toBeLessThan(50);
      }
  },
);

test.each([
  ['+491701234567', ['+49 170 1234567', '+49 (0)170 12-34.567']],
  ['+12015550123', ['+1 (201) 555-0123', '+1 1 201 555 0123', '+\u0661 201 555 0123']],
  ['+74951234567', ['+7 495 1234567', '+7 8 495 1234567']],
  ['+5491123456789', ['+54 9 11 2345-6789', '+54 11 15 2345-6789', '+54 011 15 2345-6789']],
  ['+5511987654321', ['+55 11 98765-4321', '+55 0 11 98765-4321', '+55 0 15 11 98765-4321']],
  ['+525512345678', ['+52 55 1234 5678']],
  ['+390612345678', ['+39 06 1234 5678']],
])('%s has one key in all notations that Kratos reads', (number, notations) => {
  for (const notation of [number, ...notations]) expect(phoneKey(notation)).toBe(number);
});

test('different numbers have different keys', () => {
  const numbers = [
    '+4930123456',
    '+4940123456',
    '+390331234567',
    '+39331234567',
    '+12015550123',
    '+442015550123',
  ];
  expect(new Set(numbers.map(phoneKey)).size).toBe(numbers.length);
});

test.each([
  'ada',
  '+999 123456',
  '0049 170 1234567',
  '(030) 12 34 56',
  '+12',
  '+49 170 FLOWERS',
  'a+1234567',
])('%s is not read as a number in international form', (text) => {
  expect(phoneKey(text)).toBeUndefined();
});
