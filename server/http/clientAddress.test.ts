import { expect, test } from '@jest/globals';
import { plainAddress } from './clientAddress.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:50123', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]:50123', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
  ['what a proxy says', 'what a proxy says'],
])('the client address %s is read as %s, without a port', (address, expected) => {
  expect(plainAddress(address)).toBe(expected);
});
