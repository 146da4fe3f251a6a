import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const root = path.join(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'docs/security.md'), 'utf8').replace(/\n\s+(?=[^\s-])/g, ' ');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8').replaceAll("\\'", "'");

test('every file that docs/security.md names exists', () => {
  const files = [...page.matchAll(/`([\w/.]+\/[\w.]*)`/g)].map(([, file]) => file ?? '');
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('every test that docs/security.md names exists', () => {
  const proofs = [...page.matchAll(/- `([\w/.]+\.test\.tsx?)`: (.+)/g)];
  const missing = proofs.flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/“([^”]+)”/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => !read(file).includes(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(proofs.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});
