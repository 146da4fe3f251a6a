import { expect, test } from '@jest/globals';
import { waysIn } from './waysIn.ts';

const key = (is_passwordless: boolean) => ({
  config: { credentials: [{ id: 'k', is_passwordless }] },
  identifiers: ['ada@example.org'],
});

test('somebody sees their ways in as the sign-in page orders them, and masked what they type', () => {
  expect(
    waysIn({
      id: 'ada',
      recovery_addresses: [{ value: 'countess@example.org' }],
      credentials: {
        totp: { identifiers: ['ada'] },
        password: { identifiers: ['ada@example.org', 'ada'], config: { hashed_password: 'h' } },
        code: { identifiers: ['ada@example.org', '+441234567'] },
      },
    }),
  ).toEqual({
    identifiers: ['a•••@example.org', 'a•••a', '+•••7'],
    first: ['code', 'password'],
    second: ['totp'],
    recovery: ['c•••@example.org'],
  });
});

test.each([
  [true, ['webauthn'], []],
  [false, [], ['webauthn']],
])('a security key that signs in by itself (%s) is no second factor', (isPasswordless, first, second) => {
  expect(waysIn({ id: 'ada', credentials: { webauthn: key(isPasswordless) } })).toMatchObject({
    first,
    second,
    recovery: [],
  });
});
