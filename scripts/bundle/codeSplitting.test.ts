import { expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { bundles } from './options.ts';
import { root } from './root.ts';

test('scripts have the same names, and so weigh the same, wherever the repository is', async () => {
  const { metafile } = await build({ ...bundles('out').client, minify: false, write: false });
  const entryPoints = Object.values(metafile.outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  expect(entryPoints).toContain('after-entry:client/flow/firstUse.ts');
  expect(entryPoints.filter((name) => name.includes(root))).toEqual([]);
});
