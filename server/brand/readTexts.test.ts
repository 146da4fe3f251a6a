import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readTexts } from './readTexts.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'texts-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function textsOf(texts: unknown, name = 'en.json') {
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
  ['a missing argument', { 'logout.signedInAs': 'You are signed in' }, /logout\.signedInAs lacks \{name\}/],
  [
    'a format that does not fit the argument',
    { 'logout.signedInAs': 'You are {name, date}' },
    /logout\.signedInAs lacks \{name\}/,
  ],
  ['an unknown argument', { 'logout.yes': 'Yes, {name}' }, /logout\.yes has \{name\}/],
  [
    'a tag instead of an argument',
    { 'logout.signedInAs': 'You are <name>x</name>' },
    /logout\.signedInAs lacks \{name\}$/,
  ],
  [
    'a tag beside an argument',
    { 'logout.signedInAs': 'You are {name, select, other {<name>{name}</name>}}' },
    /logout\.signedInAs has <name>, which the product's text lacks/,
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
  expect(() => readTexts(path.join(directory, 'nowhere'))).toThrow(/TEXTS_DIRECTORY: ENOENT/);
});
