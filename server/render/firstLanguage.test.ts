import { expect, test } from '@jest/globals';
import { firstLanguage } from './firstLanguage.ts';

test.each([
  ['fr-CA,fr;q=0.9,en;q=0.8', 'fr-CA'],
  ['de;q=0.2, en', 'de'],
  [' sv ', 'sv'],
  ['*', undefined],
  ['', undefined],
  [undefined, undefined],
])('the first language of %p is %p', (header, language) => {
  expect(firstLanguage(header)).toBe(language);
});
