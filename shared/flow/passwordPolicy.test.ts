import { expect, test } from '@jest/globals';
import { costOf } from '../../test/support/cost.ts';
import { passwordPolicy } from './passwordPolicy.ts';

test('an unknown reason is lower-cased and loses its full stop', () => {
  expect(passwordPolicy('It Rains.')).toEqual({ cause: 'other', reason: 'it rains' });
  expect(passwordPolicy('It rains. . Cats ... \n')).toMatchObject({ reason: 'it rains. . cats' });
  expect(passwordPolicy(' ...')).toMatchObject({ reason: '' });
});

test('no reason takes far longer than a plain one of the same length', () => {
  const length = 100_000;
  const cost = (text: string): number =>
    costOf(() => passwordPolicy(`${text.repeat(length / text.length)}!`));
  const plain = cost('abcdefghij');
  for (const text of ['.', ' ', '. ', '1', 'passwords are limited to ', 'password length must be at least 1'])
    expect(cost(text) / plain).toBeLessThan(100);
});
