import { expect, test } from '@jest/globals';
import { passwordPolicy } from './passwordPolicy.ts';

test.each([
  ['the password is too similar to the user identifier', { cause: 'too_similar' }],
  ['the password has been found in data breaches and must no longer be used', { cause: 'breached' }],
  [
    'password length must be at least 8 characters but only got 3',
    { cause: 'too_short', min_length: 8, actual_length: 3 },
  ],
  ['passwords are limited to a maximum length of 72 characters', { cause: 'too_long', max_length: 72 }],
])('%p is parsed', (reason, understood) => {
  expect(passwordPolicy(reason)).toMatchObject(understood);
});

test('an unknown reason is lower-cased and loses its full stop', () => {
  expect(passwordPolicy('It Rains.')).toEqual({ cause: 'other', reason: 'it rains' });
});

test('the reason is found within the whole sentence', () => {
  expect(passwordPolicy('The password can not be used because it rains.')).toMatchObject({
    reason: 'it rains',
  });
});
