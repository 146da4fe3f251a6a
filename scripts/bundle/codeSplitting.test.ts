import { expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { bundles } from './options.ts';
import { root } from './root.ts';

test('no script contains the table of pages or the frame, which only the server renders', async () => {
  const { metafile } = await build({ ...bundles('out').client, minify: false, write: false });
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  expect(files).toContain('client/shell/Notices.tsx');
  for (const file of ['shared/pages.ts', 'client/shell/Shell.tsx', 'client/shell/Navigation.tsx'])
    expect(files).not.toContain(file);
});

test('scripts have the same names, and therefore the same size, wherever the repository is', async () => {
  const { metafile } = await build({ ...bundles('out').client, minify: false, write: false });
  const entryPoints = Object.values(metafile.outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  expect(entryPoints).toContain('after-entry:client/flow/firstUse.ts');
  expect(entryPoints.filter((name) => name.includes(root))).toEqual([]);
});
