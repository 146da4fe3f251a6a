import { expect, test } from '@jest/globals';
import type { Metafile } from 'esbuild';
import { grown, sourceSizes } from './growth.ts';

const bundle = (inputs: Record<string, number>): Metafile => ({
  inputs: {},
  outputs: {
    'out.js': {
      bytes: 0,
      imports: [],
      exports: [],
      inputs: Object.fromEntries(
        Object.entries(inputs).map(([file, bytesInOutput]) => [file, { bytesInOutput }]),
      ),
    },
  },
});

test('files that are new or grew since the last build are listed, with the largest growth first', () => {
  const before = sourceSizes([bundle({ 'a.ts': 10, 'b.ts': 20, 'c.ts': 30 })]);
  const now = sourceSizes([bundle({ 'a.ts': 15, 'b.ts': 20 }), bundle({ 'c.ts': 3, 'new.ts': 40 })]);
  expect(grown(before, now)).toEqual(['new.ts +40', 'a.ts +5']);
});
