import { expect, test } from '@jest/globals';
import { loggedAddress } from './loggedAddress.ts';

test.each([
  ['203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:DB8:1::6', '2001:db8:1::6', '2001:db8:1::/48'],
  ['fe80::1%eth0', 'fe80::1%eth0', 'fe80::/48'],
  ['::1', '::1', '::/48'],
])('%s is logged whole as %s, truncated as %s, or not at all', (address, whole, truncated) => {
  expect(loggedAddress('whole')(address)).toBe(whole);
  expect(loggedAddress('truncated')(address)).toBe(truncated);
  expect(loggedAddress('none')(address)).toBeUndefined();
});

test.each(['', 'unknown', '203.0.113', '1', '0x7f.1', '203.0.113.7"} forged', undefined])(
  '%j is not an address, so it is not logged',
  (value) => {
    expect(loggedAddress('whole')(value)).toBeUndefined();
    expect(loggedAddress('truncated')(value)).toBeUndefined();
  },
);
