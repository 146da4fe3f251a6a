import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { read } from '../test/support/composeFile.ts';

const root = path.join(import.meta.dirname, '..');

test.each(['security.md', 'specification.md'])('every file that docs/%s names exists', (page) => {
  const named = [...read(`docs/${page}`).matchAll(/`([\w/.]+\/[\w.]*)`/g)].map(([, file]) => file ?? '');
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
