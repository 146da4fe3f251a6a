import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { newDirectory } from '../../test/support/newDirectory.ts';
import { readTexts } from './readTexts.ts';

function textsOf(texts: unknown, name = 'en.json') {
  const directory = newDirectory();
  writeFileSync(path.join(directory, name), JSON.stringify(texts));
  return readTexts(directory);
}

test('texts are read by language, and missing ones are the product’s', () => {
  expect(Object.keys(textsOf({ 'logout.yes': 'Sign me out' }, 'de.json').de ?? {})).toEqual(['logout.yes']);
});

test('titles of traits need no key in the product’s texts', () => {
  expect(textsOf({ 'trait.company.name': 'Company' }).en).toHaveProperty(['trait.company.name']);
});

test.each<[string, object, RegExp]>([
  ['an unknown key', { 'logout.yess': 'Yes' }, /en\.json: logout\.yess is not the key of a text/],
  ['an empty text', { 'logout.yes': ' ' }, /logout\.yes is empty/],
  ['a text that is not ICU', { 'logout.yes': 'Yes {name' }, /logout\.yes is not in the ICU message format/],
  [
    'a missing argument',
    { 'applications.confirm': 'You are signed in' },
    /applications\.confirm lacks \{name\}/,
  ],
  [
    'a format that does not fit the argument',
    { 'applications.confirm': 'You are {name, date}' },
    /applications\.confirm lacks \{name\}/,
  ],
  ['an unknown argument', { 'logout.yes': 'Yes, {name}' }, /logout\.yes has \{name\}/],
  [
    'a tag instead of an argument',
    { 'applications.confirm': 'You are <name>x</name>' },
    /applications\.confirm lacks \{name\}$/,
  ],
  [
    'a tag beside an argument',
    { 'applications.confirm': 'You are {name, select, other {<name>{name}</name>}}' },
    /applications\.confirm has <name>, which the product's text lacks/,
  ],
  ['a key that every object has', { constructor: 'Yes' }, /constructor is not the key of a text/],
  ['a value that is not a string', { 'logout.yes': 1 }, /must be an object of strings/],
])('%s prevents the start', (_what, texts, words) => {
  expect(() => textsOf(texts)).toThrow(words);
});

test('a file for an unknown language prevents the start', () => {
  expect(() => textsOf({}, 'it.json')).toThrow(/it\.json is not a language of the portal/);
});

test('a folder that does not exist prevents the start', () => {
  expect(() => readTexts(path.join(newDirectory(), 'nowhere'))).toThrow(/TEXTS_DIRECTORY: ENOENT/);
});
