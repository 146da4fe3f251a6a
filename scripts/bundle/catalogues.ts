import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'esbuild';
import type { AssetManifest } from '../../server/render/assets.ts';
import { isTextOf } from './textGroups.ts';
import { defaultLocale } from '../../shared/messages/locales.ts';
import { withUnbrokenHyphens } from '../../shared/messages/withUnbrokenHyphens.ts';
import { textGroups } from '../../shared/pages.ts';
import { root } from './root.ts';

type CompiledTexts = Record<string, MessageFormatElement[]>;

/** Compiles a catalogue, so that the browser needs no parser; empty strings are left out. */
async function compile(file: string): Promise<CompiledTexts> {
  const messages = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  const filled = Object.entries(messages).filter(([, text]) => text !== '');
  return Object.fromEntries(filled.map(([id, text]) => [id, parse(withUnbrokenHyphens(text))]));
}

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
      contents: JSON.stringify(await compile(file)),
      loader,
    })),
});

const readCompiled = (locale: string): Promise<CompiledTexts> =>
  compile(path.join(root, `locales/${locale}.json`));

/**
 * Writes the compiled texts of each group of pages and each language, with their hashes in the file names.
 *
 * @returns their URLs
 */
export async function writeCatalogues(output: string): Promise<AssetManifest['texts']> {
  const urls = Object.fromEntries(textGroups.map((group) => [group, {}])) as AssetManifest['texts'];
  const fallback = await readCompiled(defaultLocale);
  for (const file of globSync('locales/*.json', { cwd: root })) {
    const locale = path.basename(file, '.json');
    // nothing else brings the browser a text that is not translated yet
    const texts = Object.entries({ ...fallback, ...(await readCompiled(locale)) });
    for (const group of textGroups) {
      const content = JSON.stringify(Object.fromEntries(texts.filter(([key]) => isTextOf(group, key))));
      const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
      const url = `/assets/${group}-${locale}-${hash}.json`;
      await writeFile(path.join(output, 'client', url), content);
      urls[group][locale] = url;
    }
  }
  return urls;
}
