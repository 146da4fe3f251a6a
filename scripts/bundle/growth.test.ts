import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { newDirectory } from '../../test/support/newDirectory.ts';
import type { Metafile } from 'esbuild';
import { emptyManifest } from '../../test/support/emptyManifest.ts';
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

test('files and texts that are new or grew since the last build are listed, with the largest growth first', () => {
  const directory = newDirectory();
  const sizes = (metafiles: Metafile[], texts: string) => {
    writeFileSync(path.join(directory, 'account-de.json'), texts);
    const account = { de: 'account-de.json' };
    const others = { first: {}, settings: {}, oauth2: {} };
    return sourceSizes(metafiles, { ...emptyManifest.texts, ...others, account }, directory);
  };
  const before = sizes([bundle({ 'a.ts': 10, 'b.ts': 20, 'c.ts': 30 })], '{}');
  const now = sizes(
    [bundle({ 'a.ts': 15, 'b.ts': 20 }), bundle({ 'c.ts': 3, 'new.ts': 40 })],
    '{"a":"grown"}',
  );
  expect(grown(before, now)).toEqual(['new.ts +40', 'texts of account in de +11', 'a.ts +5']);
});
