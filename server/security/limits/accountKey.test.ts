import { expect, test } from '@jest/globals';
import { costOf } from '../../../test/support/cost.ts';
import { accountKey } from './accountKey.ts';

test.each([
  [
    'ada@example.org',
    ['ADA@example.org', ' ada@Example.ORG\t', 'ada@example.org\u0085', '\u3000ada@example.org'],
  ],
  ['kim@example.org', ['\u212Aim@example.org', 'k\u0130m@example.org']],
  ['\u03C3\u03C3@example.org', ['\u03A3\u03A3@example.org']],
  [
    '+491701234567',
    [
      '+49 170 1234567',
      '+49 (170) 12-34.567',
      '\uFF0B49 170 1234567',
      'tel:+491701234567',
      '+491701234567;ext=5',
      '+491701234567 x5',
    ],
  ],
  ['ada', [' ada ']],
])('%s is one account, however it is spelt', (account, spellings) => {
  for (const spelling of [account, ...spellings]) expect(accountKey(spelling)).toBe(account);
});

test('different accounts have different keys', () => {
  const accounts = [
    'ada@example.org',
    'ada@example.com',
    'àda@example.org',
    'Ada',
    'ada',
    '+491701234567',
    '491701234567',
  ];
  expect(new Set(accounts.map(accountKey)).size).toBe(accounts.length);
});

test('normalises an identifier in linear time', () => {
  const costWith = (filler: string, end: string): number =>
    costOf(() => accountKey(`a${filler.repeat(200_000)}${end}`));
  for (const end of ['b', 'b@example.org']) expect(costWith(' ', end) / costWith('x', end)).toBeLessThan(50);
});
