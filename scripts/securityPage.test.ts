import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const root = path.join(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'docs/security.md'), 'utf8').replace(/\n\s+(?=[^\s-])/g, ' ');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8').replaceAll("\\'", "'");

test('docs/security.md names files that are there', () => {
  const files = [...page.matchAll(/`([\w/.]+\/[\w.]*)`/g)].map(([, file]) => file ?? '');
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('docs/security.md names tests that are there', () => {
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
