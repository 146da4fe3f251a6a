import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'esbuild';
import type { AssetManifest } from '../../server/render/assets.ts';
import { isTextOf } from './textAreas.ts';
import { parsedJson } from './leanPackages.ts';
import { packedText } from '../../shared/messages/packedTexts.ts';
import { areas, type Area } from '../../shared/pages.ts';
import { oncePerContent } from './oncePerContent.ts';
import { root } from './root.ts';

/** Compiles a catalogue, so that the browser needs no parser; empty strings are left out. */
const compiledCatalogue = oncePerContent((_file, content) => {
  const messages = JSON.parse(content) as Record<string, string>;
  const filled = Object.entries(messages).filter(([, text]) => text !== '');
  return JSON.stringify(Object.fromEntries(filled.map(([id, text]) => [id, parse(text)])));
});

/** Compiles the catalogues that the server imports. */
export const catalogues: Plugin = {
  name: 'catalogues',
  setup: (bundler) =>
    bundler.onLoad({ filter: /\/locales\/\w+\.json$/ }, async ({ path: file }) => ({
      contents: `export default ${parsedJson(await compiledCatalogue(file))}`,
    })),
};

/** Returns the part of a compiled catalogue that an area's pages need. */
function partFor(area: Area, compiled: string): string {
  const texts = Object.entries(JSON.parse(compiled) as Record<string, MessageFormatElement[]>);
  const own = texts.filter(([key]) => isTextOf(area, key)).map(([key, text]) => [key, packedText(text)]);
  return JSON.stringify(Object.fromEntries(own));
}

/**
 * Writes every area's compiled catalogues, with their hashes in the file names.
 *
 * @param output the folder that was bundled into
 * @returns their URLs by area and locale
 */
export async function writeCatalogues(output: string): Promise<AssetManifest['catalogues']> {
  const written = Object.fromEntries(areas.map((area) => [area, {}])) as AssetManifest['catalogues'];
  for (const file of globSync('locales/*.json', { cwd: root })) {
    const compiled = await compiledCatalogue(path.join(root, file));
    const locale = path.basename(file, '.json');
    for (const area of areas) {
      const content = partFor(area, compiled);
      const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
      const name = `${area}-${locale}-${hash}.json`;
      await writeFile(path.join(output, 'client/assets', name), content);
      written[area][locale] = `/assets/${name}`;
    }
  }
  return written;
}
