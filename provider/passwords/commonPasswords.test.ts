import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { dictionary } from '@zxcvbn-ts/language-common';
import { commonSuffixes, listFile, listText } from './commonPasswords.ts';

const isCommon = (password: string): boolean => {
  const digest = hash('sha1', password).toUpperCase();
  return commonSuffixes(digest.slice(0, 5)).includes(digest.slice(5));
};

test('the list is up to date with its package: npm run passwords writes it', () => {
  expect(readFileSync(listFile, 'utf8')).toBe(listText(dictionary['passwords-common']));
});

test.each([
  ...['password', '12345678', 'iloveyou', 'trustno1', 'qwertyuiop', 'passw0rd', '1q2w3e4r'],
  ...['PASSWORD', 'Password', 'Password1', 'password1!', 'Welcome1', 'Football123!', 'Qwerty123'],
])('%s is refused', (password) => {
  expect(isCommon(password)).toBe(true);
});

test.each(['lub-dub-lub-dub', 'eleven purple stethoscopes', 'pass', '123456', '# Common passwords'])(
  '%s is not on the list',
  (password) => {
    expect(isCommon(password)).toBe(false);
  },
);
