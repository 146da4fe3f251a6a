import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AssetManifest } from '../render/assets.ts';
import { createTexts, productTexts } from '../render/texts.ts';
import { locales } from '../../shared/messages/locales.ts';
import { textGroups } from '../../shared/pages.ts';
import { applyBrand } from './applyBrand.ts';
import { createMemoryFiles, type MemoryFiles } from './memoryFiles.ts';
import type { SettingsAndFiles } from './readSettingsAndFiles.ts';
import { withOwnTexts, type OwnTexts } from './readTexts.ts';

/** The built client. */
interface Client {
  clientDirectory: string;
  assets: AssetManifest;
}

/** Builds the files of texts that browsers fetch, with the operator's own. */
function withOwn(
  built: AssetManifest['texts'],
  own: OwnTexts,
  { clientDirectory }: Client,
  files: MemoryFiles,
): AssetManifest['texts'] {
  const urls = { ...built };
  for (const group of textGroups)
    for (const locale of locales) {
      const [url, texts] = [built[group][locale], own[locale]];
      if (url === undefined || texts === undefined) continue;
      const product = JSON.parse(readFileSync(path.join(clientDirectory, url), 'utf8')) as object;
      const used = Object.entries(texts).filter(([key]) => key in product || key.startsWith('trait.'));
      const content = JSON.stringify({ ...product, ...Object.fromEntries(used) });
      urls[group] = { ...urls[group], [locale]: files.add(`${group}-${locale}.json`, content) };
    }
  return urls;
}

/**
 * Applies the operator's brand and texts, if there are any, to the assets and texts that pages are rendered with.
 *
 * @throws SettingsError when a file of the brand cannot be read
 */
export function customise(
  { brand, ownTexts: own, PRODUCT_NAME }: Pick<SettingsAndFiles, 'brand' | 'ownTexts' | 'PRODUCT_NAME'>,
  client: Client,
) {
  const files = createMemoryFiles();
  const assets = brand ? applyBrand(brand, { ...client, files }) : client.assets;
  return {
    product: brand?.name ?? PRODUCT_NAME,
    assets: own ? { ...assets, texts: withOwn(assets.texts, own, client, files) } : assets,
    texts: own ? createTexts(withOwnTexts(own)) : productTexts,
    /** The files of the brand and the texts, to be served. */
    files,
  };
}
