import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { isPlainSecret } from './plainSecret.mjs';

test.each([
  'a'.repeat(32),
  '-'.repeat(40),
  'ab'.repeat(16),
  'abcd'.repeat(8),
  'secret'.repeat(6).slice(0, 32),
  'changeme-changeme-changeme-change',
  'correct-horse-ba'.repeat(2),
  'abcdefghijklmnopqrstuvwxyz012345',
  '0123456789abcdef0123456789abcdeX',
  'zyxwvutsrqponmlkjihgfedcba987654',
  `${'a'.repeat(30)}bcdefgh`,
  `0${'0'.repeat(30)}1`,
])('%s is too simple', (secret) => {
  expect(isPlainSecret(secret)).toBe(true);
});

test.each(['a secret of thirty-two characters or more', '5J8wZ1xq-R3tVbn0', 'f3a91c07be52d846'])(
  '%s is not too simple',
  (secret) => {
    expect(isPlainSecret(secret)).toBe(false);
  },
);

test('no random secret is considered too simple', () => {
  for (let count = 0; count < 5000; count += 1) {
    expect(isPlainSecret(randomBytes(16).toString('hex'))).toBe(false);
    expect(isPlainSecret(randomBytes(32).toString('base64url'))).toBe(false);
    expect(isPlainSecret(randomBytes(12).toString('base64'))).toBe(false);
  }
});
