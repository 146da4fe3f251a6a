import { expect, test } from '@jest/globals';
import { excerptFor } from './excerptFor.ts';
import { misspelt } from './misspelt.ts';

const dictionary = new Set([
  'the',
  'code',
  'Sicherheit',
  'Schlüssel',
  'is',
  "isn't",
  'back',
  'up',
  'minutes',
]);
const inDictionary = (word: string): boolean => dictionary.has(word) || dictionary.has(word.toLowerCase());
const found = (text: string, glossary: string[] = []): string[] =>
  misspelt({ 'page.text': text }, glossary, inDictionary);

test('a word that the dictionary lacks is reported with its key, even inside plurals and selects', () => {
  expect(found('The coed is back')).toEqual(['page.text: coed']);
  expect(found('{count, plural, one {the minuet} other {# minutes}}')).toEqual(['page.text: minuet']);
  expect(found('{kind, select, totp {the cod} other {the code}}')).toEqual(['page.text: cod']);
});

test('arguments, addresses and words with digits are not words', () => {
  expect(found('{coed} the 2FA code name@example.com')).toEqual([]);
});

test('compounds, hyphenated words and words with typographic apostrophes are recognised', () => {
  expect(found('Sicherheitsschlüssel')).toEqual([]);
  expect(found('Back-up isn’t')).toEqual([]);
});

test('the glossary adds words, capitalised or not, and an entry that no text needs is reported', () => {
  expect(found('Passkey is the passkey', ['passkey'])).toEqual([]);
  expect(found('the code', ['passkey'])).toEqual(['glossary: no text needs “passkey”']);
});

test('only dictionary entries whose beginning occurs in the texts are loaded, without their grammar', () => {
  const entries = excerptFor('The codes are valid. Lijst', '4\ncode/S po:noun\nvalidate/D\nzebra/S\nlĳst\n');
  expect(entries).toEqual(['3', 'code/S', 'validate/D', 'lĳst']);
});
