import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import type { AssetManifest } from '../../server/render/assets.ts';
import { consoleScript, firstScript, laterScripts, onDemandScripts } from './codeSplitting.ts';
import { root } from './root.ts';
import { consoleSheet, firstSheet, sheetFile } from './stylesheets.ts';

/** The font of the first paint. */
const firstFonts = /open-sans-latin-wght-normal.*\.woff2$/;

/** Writes the manifest of hashed names that the server reads. */
export async function writeManifest(
  output: string,
  { client, styles }: Record<'client' | 'styles', Metafile>,
  texts: AssetManifest['texts'],
): Promise<AssetManifest> {
  const url = (file: string): string =>
    `/${path.relative(path.join(output, 'client'), path.join(root, file))}`;
  const sheet = (name: string): string[] => [sheetFile(styles, name) ?? []].flat().map(url);
  const later = laterScripts(client).flatMap(({ name, pages, scripts }) =>
    pages.map((page) => [page, { scripts: scripts.map(url), styles: sheet(name) }] as const),
  );
  const onDemand = onDemandScripts(client);
  const manifest = {
    script: url(firstScript(client)),
    styles: sheet(firstSheet).join(),
    fonts: Object.keys(styles.outputs)
      .filter((file) => firstFonts.test(file))
      .map(url),
    console: { script: url(consoleScript(client)), styles: sheet(consoleSheet).join() },
    later: Object.fromEntries(later),
    firstUse: onDemand.firstUse.map(url),
    expiry: onDemand.expiry.map(url),
    texts,
  };
  await writeFile(path.join(output, 'client/manifest.json'), JSON.stringify(manifest, null, 2));
  return manifest;
}
