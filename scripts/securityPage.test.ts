import { expect, test } from '@jest/globals';
import { missingFiles, missingTests, namedTests, readPage } from './namedTests.ts';

const page = readPage('security.md');

test('every file that docs/security.md names exists', () => {
  expect(page.match(/`[\w/.]+\/[\w.]*`/g)?.length).toBeGreaterThan(50);
  expect(missingFiles(page)).toEqual([]);
});

test('every test that docs/security.md names exists', () => {
  expect(namedTests(page).length).toBeGreaterThan(60);
  expect(missingTests(page)).toEqual([]);
});
