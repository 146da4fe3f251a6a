import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const root = path.join(import.meta.dirname, '..');
const read = (page: string): string => readFileSync(path.join(root, 'docs', page), 'utf8');

test.each(['security.md', 'specification.md'])('every file that docs/%s names exists', (page) => {
  const named = [...read(page).matchAll(/`([\w/.]+\/[\w.]*)`/g)].map(([, file]) => file ?? '');
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
