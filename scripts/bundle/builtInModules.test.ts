import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { builtInModules } from './builtInModules.ts';

test("a bundle that imports Node's http gets it without Node's fetch, which would stay in memory", async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'built-in-'));
  const outfile = path.join(directory, 'bundle.mjs');
  try {
    await build({
      stdin: {
        contents: `
          import http, { request } from 'node:http';
          import * as path from 'path';
          const loaded = process.moduleLoadList.filter((name) => name.includes('undici'));
          console.log(JSON.stringify([typeof http.createServer, typeof request, typeof path.join, loaded]));`,
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile,
      plugins: [builtInModules],
    });
    const printed = execFileSync(process.execPath, [outfile], { encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual(['function', 'function', 'function', []]);
  } finally {
    await rm(directory, { recursive: true });
  }
});
