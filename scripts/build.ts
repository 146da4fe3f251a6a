/**
 * Bundles the portal into `dist/`: the browser's code and catalogues, minified and compressed, with a manifest of
 * hashed names, into `dist/client`, and the server and the commands of the image with their dependencies into `dist/server`.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { checkBudgets } from './bundle/budget.ts';
import { writeCatalogues } from './bundle/catalogues.ts';
import { firstScript } from './bundle/codeSplitting.ts';
import { writeManifest } from './bundle/manifest.ts';
import { grown, sourceSizes, type Sizes } from './bundle/growth.ts';
import { bundles } from './bundle/options.ts';
import { root } from './bundle/root.ts';
import { bundleStylesheets } from './bundle/stylesheets.ts';
import type { AssetManifest } from '../server/render/assets.ts';
import { licences } from './licences.ts';

const published = path.join(root, 'dist');
/** Built beside the old one and swapped in at once, for a portal that starts meanwhile. */
const output = path.join(root, `.cache/build-${process.pid}`);
const assets = path.join(output, 'client/assets');
const options = bundles(output);

async function bundleClient(): Promise<Record<'client' | 'styles', Metafile>> {
  const { metafile: client } = await build(options.client);
  return { client, styles: await bundleStylesheets(output, client) };
}

/** Writes the licences of each side's packages; the browser's are an asset that the first script names. */
async function writeLicences(
  server: Metafile[],
  browser: Record<'client' | 'styles', Metafile>,
): Promise<void> {
  const { client, styles } = browser;
  await writeFile(path.join(output, 'server/licences.txt'), licences(root, server));
  const text = licences(root, [client, styles]);
  const name = `licences-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.txt`;
  await writeFile(path.join(assets, name), text);
  const first = path.join(root, firstScript(client));
  await writeFile(first, `/*! /assets/${name} */\n${await readFile(first, 'utf8')}`);
}

/** Writes a brotli and a gzip copy beside every text asset, at the highest level, for the server to send. */
async function precompress(): Promise<void> {
  const names = (await readdir(assets)).filter((name) => /\.(js|css|json|svg|txt)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(assets, name);
      const content = await readFile(file);
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

/** Checks the budgets. @throws Error that also names the files and texts that have grown since the last build */
async function checkWeight(manifest: AssetManifest, bundled: Metafile[]): Promise<void> {
  const sizes = sourceSizes(bundled, manifest.texts, path.join(output, 'client'));
  await writeFile(path.join(output, 'sizes.json'), JSON.stringify(sizes));
  try {
    checkBudgets(manifest, path.join(output, 'client'));
  } catch (cause) {
    const last = path.join(published, 'sizes.json');
    if (!existsSync(last)) throw cause;
    const more = grown(JSON.parse(await readFile(last, 'utf8')) as Sizes, sizes);
    const since = `bytes since the last build, before compression: ${more.join(', ') || 'none'}`;
    throw new Error(`${(cause as Error).message} (${since})`, { cause });
  }
}

const started = performance.now();
try {
  await mkdir(assets, { recursive: true });
  const [{ client, styles }, { metafile: server }, { metafile: commands }] = await Promise.all([
    bundleClient(),
    build(options.server),
    build(options.commands),
  ]);
  await writeLicences([server, commands], { client, styles });
  const manifest = await writeManifest(output, { client, styles }, await writeCatalogues(output));
  await precompress();
  await checkWeight(manifest, [client, styles]);
  await rm(published, { recursive: true, force: true });
  await rename(output, published);
  console.log(`built dist/ in ${((performance.now() - started) / 1000).toFixed(1)} s`);
} finally {
  await rm(output, { recursive: true, force: true });
}
