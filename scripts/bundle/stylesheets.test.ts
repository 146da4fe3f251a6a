import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { newDirectory } from '../../test/support/newDirectory.ts';
import type { Metafile } from 'esbuild';
import { compileModule } from './classNames.ts';
import { laterScripts } from './codeSplitting.ts';
import { root } from './root.ts';
import { bundleStylesheets, sheetFile, sheetsOf } from './stylesheets.ts';

type Output = Metafile['outputs'][string];

/** A script of a bundle: the files in it, the scripts that it imports, and the pages if it is a code-split entry. */
function script(files: string[], imports: string[] = [], pages?: string[]): Output {
  const input = { bytesInOutput: 1 };
  return {
    bytes: 1,
    inputs: Object.fromEntries(files.map((file) => [file, input])),
    imports: imports.map((path) => ({ path, kind: 'import-statement' })),
    exports: pages ?? [],
    ...(pages && { entryPoint: 'after-entry:later.ts' }),
  };
}

const bundle = (outputs: Record<string, Output>): Metafile => ({ inputs: {}, outputs });

const firstFiles = ['client/main.tsx', 'client/ui/Card.module.css', 'client/ui/Button.module.css'];

const split = bundle({
  'main.js': { ...script([], ['first.js']), entryPoint: 'client/main.tsx' },
  'first.js': script(firstFiles),
  'shared.js': script(['client/ui/Table.module.css'], ['first.js']),
  'later.js': script(
    ['client/account/HomePage.module.css', 'client/account/HomePage.tsx'],
    ['first.js', 'shared.js'],
    ['home', 'logout'],
  ),
});

test('a code-split page loads its own script and its imports, but not the first script again', () => {
  expect(laterScripts(split)).toEqual([
    { name: 'account', pages: ['home', 'logout'], scripts: ['later.js', 'shared.js'] },
  ]);
});

test("a stylesheet has its scripts' styles, the first also those of the frame, and an area's repeats none of the first", () => {
  expect(sheetsOf(split, ['client/shell/Shell.module.css', 'client/ui/Card.module.css'])).toEqual({
    styles: [
      'client/ui/global.css',
      'client/shell/Shell.module.css',
      'client/ui/Button.module.css',
      'client/ui/Card.module.css',
    ],
    console: expect.arrayContaining(['client/console/Console.module.css', 'client/console/Frame.module.css']),
    account: ['client/account/HomePage.module.css', 'client/ui/Table.module.css'],
  });
});

test.each([
  ['a page of the first script', ['home', 'login']],
  ['a page of another script', ['home', 'settings']],
  ['something other than a page', ['home', 'helper']],
])('a code-split module that exports %s fails the build', (_what, pages) => {
  const wrong = bundle({ 'first.js': script(firstFiles), 'later.js': script([], [], pages) });
  expect(() => laterScripts(wrong)).toThrow(
    'after-entry:later.ts may only export code-split pages of one script',
  );
});

test('a CSS module that two areas share has the same class names in both stylesheets as in the scripts', async () => {
  const logo = 'client/ui/Logo.module.css';
  const client = bundle({
    'first.js': script(firstFiles),
    'account.js': script([logo], ['first.js'], ['home']),
    'oauth2.js': script([logo], ['first.js'], ['consent']),
  });
  const output = newDirectory();
  const classes = Object.values(compileModule(path.join(root, logo)).classes);
  const styles = await bundleStylesheets(output, client);
  for (const area of ['account', 'oauth2']) {
    const css = await readFile(path.join(root, sheetFile(styles, area) ?? ''), 'utf8');
    expect([...new Set(css.match(/(?<=\.)[a-z]\w+/g))].sort()).toEqual(classes);
  }
});

test('no two CSS modules share a class name', () => {
  const modules = globSync('client/**/*.module.css', { cwd: root });
  const all = modules.flatMap((file) => Object.values(compileModule(path.join(root, file)).classes));
  expect(new Set(all).size).toBe(all.length);
});
