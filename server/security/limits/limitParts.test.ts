import { expect, test } from '@jest/globals';
import { keysWith } from './limitParts.ts';

const keyOf = keysWith('a secret');

test('a key depends on the value and the secret, and reveals neither', () => {
  expect(keyOf('account', 'ada@example.org')).toBe(keysWith('a secret')('account', 'ada@example.org'));
  const keys = [
    keyOf('account', 'ada@example.org'),
    keyOf('account', 'ben@example.org'),
    keyOf('flow', 'ada@example.org'),
    keyOf('account', 'ada', '@example.org'),
    keysWith('another secret')('account', 'ada@example.org'),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.every((key) => /^[\w-]{22}$/.test(key))).toBe(true);
});
