import { expect, test } from '@jest/globals';
import { importedFiles, needServer } from './importedFiles.ts';

test('a test needs Kratos if it or one of its imports starts it', () => {
  expect(needServer('kratos', ['test/e2e/account.test.ts'])).toBe(true);
  expect(needServer('kratos', ['test/integration/pages.test.ts'])).toBe(true);
  expect(needServer('kratos', ['test/integration/attacks.test.ts'])).toBe(true);
});

test('tests of layouts, the gallery and fresh clones do not need Kratos', () => {
  const tests = ['e2e/layout', 'e2e/gallery', 'e2e/dev', 'integration/start'];
  expect(
    needServer(
      'kratos',
      tests.map((name) => `test/${name}.test.ts`),
    ),
  ).toBe(false);
});

test('a test needs Hydra only if it signs in to an application', () => {
  expect(needServer('hydra', ['test/e2e/consent.test.ts'])).toBe(true);
  expect(needServer('hydra', ['test/e2e/account.test.ts', 'test/integration/pages.test.ts'])).toBe(false);
});

test('files that are imported only for types are left out', () => {
  expect([...importedFiles(['test/support/mailedCode.ts'])]).toEqual(['test/support/mailedCode.ts']);
});
