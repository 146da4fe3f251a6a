import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AssetManifest } from '../render/assets.ts';
import { SettingsError } from '../settings/config.ts';
import { brandStyles } from './brandStyles.ts';
import type { MemoryFiles } from './memoryFiles.ts';
import type { Brand } from './readBrand.ts';

/**
 * Makes a brand's assets of the built ones: a first stylesheet that ends with the brand's custom properties, its fonts,
 * logo and page icon. Pages load as many files as before.
 *
 * @param clientDirectory where the built assets are
 * @param files gets the brand's files, and serves them
 * @throws SettingsError when a file that the brand names cannot be read
 */
export function applyBrand(
  brand: Brand,
  { assets, clientDirectory, files }: { assets: AssetManifest; clientDirectory: string; files: MemoryFiles },
): AssetManifest {
  const add = (name: string): string => {
    const file = path.join(brand.directory, name);
    try {
      return files.add(path.basename(file), readFileSync(file));
    } catch (cause) {
      throw new SettingsError([`BRAND_FILE: ${name} cannot be read: ${(cause as Error).message}`]);
    }
  };
  const { logo, font, favicon } = brand;
  const icon = favicon && add(favicon);
  const urls = {
    ...(icon && { favicon: icon }),
    ...(logo && { logo: { light: add(logo.light), ...(logo.dark && { dark: add(logo.dark) }) } }),
    ...(font && { font: { regular: add(font.regular), semibold: add(font.semibold) } }),
  };
  const own = readFileSync(path.join(clientDirectory, assets.styles), 'utf8');
  return {
    ...assets,
    styles: files.add('styles.css', own + brandStyles(brand, urls)),
    ...(urls.font && { fonts: [urls.font.regular, urls.font.semibold] }),
    ...(icon && { favicon: icon }),
  };
}
