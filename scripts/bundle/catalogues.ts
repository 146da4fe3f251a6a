import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'esbuild';
import type { AssetManifest } from '../../server/render/assets.ts';
import { isAlwaysNeeded, pagesWithTextFile } from '../../server/render/pageMessages.ts';
import { isTextOf } from './textAreas.ts';
import { defaultLocale } from '../../shared/messages/locales.ts';
import { packedText } from '../../shared/messages/packedTexts.ts';
import { areas } from '../../shared/pages.ts';
import { oncePerContent } from './oncePerContent.ts';
import { root } from './root.ts';

/** Compiles a catalogue, so that the browser needs no parser; empty strings are left out. */
const compiledCatalogue = oncePerContent((_file, content) => {
  const messages = JSON.parse(content) as Record<string, string>;
  const filled = Object.entries(messages).filter(([, text]) => text !== '');
  return JSON.stringify(Object.fromEntries(filled.map(([id, text]) => [id, parse(text)])));
});

/**
 * Compiles the catalogues that a bundle imports.
 *
 * @param loader `json` puts them into the bundle. `file` makes files of their own beside it, whose names the imports get: in
 *   the bundle of a server their source would stay in memory, twice, for every language
 */
export const catalogues = (loader: 'json' | 'file'): Plugin => ({
  name: 'catalogues',
  setup: (bundler) =>
    bundler.onLoad({ filter: /\/locales\/\w+\.json$/ }, async ({ path: file }) => ({
      contents: await compiledCatalogue(file),
      loader,
    })),
});

type CompiledTexts = Record<string, MessageFormatElement[]>;

const readCompiled = async (locale: string): Promise<CompiledTexts> =>
  JSON.parse(await compiledCatalogue(path.join(root, `locales/${locale}.json`))) as CompiledTexts;

/** Returns some of a language's texts as the browser gets them. */
const packed = (texts: CompiledTexts, isIncluded: (key: string) => boolean): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(texts)
        .filter(([key]) => isIncluded(key))
        .map(([key, text]) => [key, packedText(text)]),
    ),
  );

/** The URLs of the files with texts. */
export type TextUrls = Pick<AssetManifest, 'catalogues' | 'textFiles'>;

/**
 * Writes every area's compiled catalogues, and the texts of pages that have a file of their own, with their hashes in the
 * file names.
 *
 * @param output the folder that was bundled into
 * @returns their URLs
 */
export async function writeCatalogues(output: string): Promise<TextUrls> {
  const write = async (name: string, content: string): Promise<string> => {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
    await writeFile(path.join(output, 'client/assets', `${name}-${hash}.json`), content);
    return `/assets/${name}-${hash}.json`;
  };
  const catalogues = Object.fromEntries(areas.map((area) => [area, {}])) as TextUrls['catalogues'];
  const textFiles: TextUrls['textFiles'] = {};
  const fallback = await readCompiled(defaultLocale);
  for (const file of globSync('locales/*.json', { cwd: root })) {
    const locale = path.basename(file, '.json');
    const texts = await readCompiled(locale);
    for (const area of areas)
      catalogues[area][locale] = await write(
        `${area}-${locale}`,
        packed(texts, (key) => isTextOf(area, key)),
      );
    for (const page of pagesWithTextFile) {
      // nothing else brings the browser a text that is not translated yet
      const own = packed({ ...fallback, ...texts }, (key) => isAlwaysNeeded(page, key));
      textFiles[page] = { ...textFiles[page], [locale]: await write(`${page}-${locale}`, own) };
    }
  }
  return { catalogues, textFiles };
}
