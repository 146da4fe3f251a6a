import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AssetManifest } from '../render/assets.ts';
import { createTexts, productTexts, type Texts } from '../render/texts.ts';
import { areas } from '../../shared/pages.ts';
import { locales } from '../../shared/messages/locales.ts';
import { packedText } from '../../shared/messages/packedTexts.ts';
import { applyBrand } from './applyBrand.ts';
import { createMemoryFiles, type MemoryFiles } from './memoryFiles.ts';
import type { SettingsAndFiles } from './readSettingsAndFiles.ts';
import { withOwnTexts, type OwnTexts } from './readTexts.ts';

/** The built client. */
interface Client {
  clientDirectory: string;
  assets: AssetManifest;
}

/** The assets and catalogues that pages are rendered with, after applying the operator's brand and texts. */
export interface Customised {
  product: string;
  assets: AssetManifest;
  texts: Texts;
  /** The files of the brand and the texts, to be served. */
  files: MemoryFiles;
}

/** Builds the catalogues that browsers fetch, including the operator's texts. */
function ownCatalogues(own: OwnTexts, { assets, clientDirectory }: Client, files: MemoryFiles) {
  const catalogues = { ...assets.catalogues };
  for (const area of areas)
    for (const locale of locales) {
      const [url, texts] = [catalogues[area][locale], own[locale]];
      if (url === undefined || texts === undefined) continue;
      const built = JSON.parse(readFileSync(path.join(clientDirectory, url), 'utf8')) as object;
      const used = Object.entries(texts)
        .filter(([key]) => key in built || key.startsWith('trait.'))
        .map(([key, text]) => [key, packedText(text)] as const);
      const content = JSON.stringify({ ...built, ...Object.fromEntries(used) });
      catalogues[area] = { ...catalogues[area], [locale]: files.add(`${area}-${locale}.json`, content) };
    }
  return catalogues;
}

/** Applies the operator's brand and texts, if there are any. @throws SettingsError when a file of the brand cannot be read */
export function customise(
  { brand, ownTexts: own, PRODUCT_NAME }: Pick<SettingsAndFiles, 'brand' | 'ownTexts' | 'PRODUCT_NAME'>,
  client: Client,
): Customised {
  const files = createMemoryFiles();
  const assets = brand ? applyBrand(brand, { ...client, files }) : client.assets;
  return {
    product: brand?.name ?? PRODUCT_NAME,
    assets: own ? { ...assets, catalogues: ownCatalogues(own, client, files) } : assets,
    texts: own ? createTexts(withOwnTexts(own)) : productTexts,
    files,
  };
}
