import { expect, test } from '@jest/globals';
import { importedFiles, needKratos } from './importedFiles.ts';

test('a test needs Kratos where it or what it imports starts one', () => {
  expect(needKratos(['test/e2e/account.test.ts'])).toBe(true);
  expect(needKratos(['test/integration/pages.test.ts'])).toBe(true);
  expect(needKratos(['test/integration/attacks.test.ts'])).toBe(true);
});

test('tests of layouts, of the gallery and of clones need none', () => {
  const tests = ['e2e/layout', 'e2e/gallery', 'e2e/dev', 'integration/start'];
  expect(needKratos(tests.map((name) => `test/${name}.test.ts`))).toBe(false);
});

test('what is imported for its types alone is left out', () => {
  expect([...importedFiles(['test/support/mailedCode.ts'])]).toEqual(['test/support/mailedCode.ts']);
});
