import { expect, test } from '@jest/globals';
import { costOf } from '../../test/support/cost.ts';
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
  expect(passwordPolicy('It rains. . Cats ... \n')).toMatchObject({ reason: 'it rains. . cats' });
  expect(passwordPolicy(' ...')).toMatchObject({ reason: '' });
});

test('the reason is found within the whole sentence', () => {
  expect(passwordPolicy('The password can not be used because it rains.')).toMatchObject({
    reason: 'it rains',
  });
});

test('no reason takes far longer than a plain one of the same length', () => {
  const length = 100_000;
  const cost = (text: string): number =>
    costOf(() => passwordPolicy(`${text.repeat(length / text.length)}!`));
  const plain = cost('abcdefghij');
  for (const text of ['.', ' ', '. ', '1', 'passwords are limited to ', 'password length must be at least 1'])
    expect(cost(text) / plain).toBeLessThan(100);
});
