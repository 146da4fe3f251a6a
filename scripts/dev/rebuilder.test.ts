import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { rebuilder } from './rebuilder.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'portal-rebuilder-'));
});

afterEach(async () => {
  await rm(directory, { recursive: true });
});

test('a rebuild writes changed files and keeps those of earlier builds, even if it fails', async () => {
  const source = path.join(directory, 'page.js');
  const write = (text: string): Promise<void> => writeFile(source, `console.log(${text})`);
  const bundle = await rebuilder({
    entryPoints: [source],
    outdir: path.join(directory, 'assets'),
    entryNames: '[name]-[hash]',
    absWorkingDir: directory,
    metafile: true,
  });
  const outputOf = async (): Promise<string> => {
    const [file = ''] = Object.keys((await bundle.rebuild()).outputs);
    return path.join(directory, file);
  };
  await write('"first"');
  const first = await outputOf();
  await writeFile(source, 'console.log(');
  await expect(bundle.rebuild()).rejects.toThrow('page.js');
  expect(await readFile(first, 'utf8')).toContain('first');
  await write('"second"');
  expect(await readFile(await outputOf(), 'utf8')).toContain('second');
  expect(await readFile(first, 'utf8')).toContain('first');
  await bundle.dispose();
});
