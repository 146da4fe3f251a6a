import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Kratos' `min_password_length`: shorter passwords are refused anyway. */
const shortest = 8;

/** The endings of the most common words, which are listed with either case of their first letter. */
const endings = ['1', '!', '1!', '12', '123', '123!'];
const extended = 2000;

/** The list: one password per line, in lower case, most common first; `npm run passwords` writes it. */
export const listFile = path.join(import.meta.dirname, 'common.txt');

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Returns the passwords to refuse: those of the list, also in upper case and capitalised, and the most common ones
 * with an ending.
 *
 * @param list the passwords, in lower case, most common first
 */
function refusedPasswords(list: string[]): Set<string> {
  const cases = list.flatMap((word) => [word, capitalized(word), word.toUpperCase()]);
  const withEndings = list
    .slice(0, extended)
    .flatMap((word) => [word, capitalized(word)])
    .flatMap((word) => endings.map((ending) => word + ending));
  return new Set([...cases, ...withEndings].filter(({ length }) => length >= shortest));
}

const header = `# Common passwords, the most common first: of @zxcvbn-ts/language-common, under the MIT licence,
# Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., Copyright (c) 2021 @zxcvbn-ts. "npm run passwords" writes this file.
`;

/** Returns the list file's content: the passwords that are long enough, or become so with an ending, in their order. */
export const listText = (all: string[]): string =>
  header + all.filter((word, rank) => word.length >= shortest || rank < extended).join('\n') + '\n';

/** Reads the passwords from the list file. */
const readList = (): string[] =>
  readFileSync(listFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '));

let ranges: Map<string, string[]> | undefined;

function allRanges(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const password of refusedPasswords(readList())) {
    const digest = hash('sha1', password).toUpperCase();
    const suffixes = found.get(digest.slice(0, 5));
    if (suffixes) suffixes.push(digest.slice(5));
    else found.set(digest.slice(0, 5), [digest.slice(5)]);
  }
  return found;
}

/**
 * Finds the common passwords whose SHA-1 begins with a prefix. The first call hashes the list, which takes about 0.1
 * s.
 *
 * @param prefix five hexadecimal digits in capitals
 * @returns the other 35 digits of each
 */
export function commonSuffixes(prefix: string): string[] {
  ranges ??= allRanges();
  return ranges.get(prefix) ?? [];
}
