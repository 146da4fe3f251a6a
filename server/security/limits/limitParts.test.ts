import { expect, test } from '@jest/globals';
import { addressKey, keysWith } from './limitParts.ts';

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

test('an IPv4 address has one key however it is written, and so has an IPv6 network of 56 bits', () => {
  const keys = (...addresses: string[]): number =>
    new Set(addresses.map((address) => addressKey(keyOf, address))).size;
  expect(keys('192.0.2.1', '::ffff:192.0.2.1', '::FFFF:192.0.2.1')).toBe(1);
  expect(keys('192.0.2.1', '192.0.2.2', '::ffff:192.0.2.3')).toBe(3);
  expect(keys('2001:db8:0:1::1', '2001:db8:0:ff:1:2:3:4')).toBe(1);
  expect(keys('2001:db8:0:1::1', '2001:db8:0:100::1')).toBe(2);
});
