import { expect, test } from '@jest/globals';
import { importedFiles, needKratos } from './importedFiles.ts';

test('a test needs Kratos if it or one of its imports starts it', () => {
  expect(needKratos(['test/e2e/account.test.ts'])).toBe(true);
  expect(needKratos(['test/integration/pages.test.ts'])).toBe(true);
  expect(needKratos(['test/integration/attacks.test.ts'])).toBe(true);
});

test('tests of layouts, the gallery and fresh clones do not need Kratos', () => {
  const tests = ['e2e/layout', 'e2e/gallery', 'e2e/dev', 'integration/start'];
  expect(needKratos(tests.map((name) => `test/${name}.test.ts`))).toBe(false);
});

test('files that are imported only for types are left out', () => {
  expect([...importedFiles(['test/support/mailedCode.ts'])]).toEqual(['test/support/mailedCode.ts']);
});
