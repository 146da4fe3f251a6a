import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AssetManifest } from '../render/assets.ts';
import { brandStyles } from './brandStyles.ts';
import type { MemoryFiles } from './memoryFiles.ts';
import type { Brand } from './readBrand.ts';
import { readBrandFile } from './readBrandFile.ts';

/**
 * Derives a brand's assets from the built ones: a first stylesheet that ends with the brand's custom properties, its
 * fonts, logo and page icon. Pages load as many files as before.
 *
 * @param files gets the brand's files, and serves them
 * @throws SettingsError when a file of the brand cannot be read, or its content does not match its name
 */
export function applyBrand(
  brand: Brand,
  { assets, clientDirectory, files }: { assets: AssetManifest; clientDirectory: string; files: MemoryFiles },
): AssetManifest {
  const add = (key: string, name: string): string => {
    const file = path.join(brand.directory, name);
    return files.add(path.basename(file), readBrandFile(key, file));
  };
  const { logo, font, favicon } = brand;
  const icon = favicon && add('favicon', favicon);
  const urls = {
    ...(icon && { favicon: icon }),
    ...(logo && {
      logo: {
        light: add('logo.light', logo.light),
        ...(logo.dark && { dark: add('logo.dark', logo.dark) }),
      },
    }),
    ...(font && {
      font: { regular: add('font.regular', font.regular), semibold: add('font.semibold', font.semibold) },
    }),
  };
  const own = readFileSync(path.join(clientDirectory, assets.styles), 'utf8');
  return {
    ...assets,
    styles: files.add('styles.css', own + brandStyles(brand, urls)),
    ...(urls.font && { fonts: [urls.font.regular, urls.font.semibold] }),
    ...(icon && { favicon: icon }),
  };
}
