import { globSync } from 'node:fs';
import path from 'node:path';
import { applyBrand } from '../../server/brand/applyBrand.ts';
import { createMemoryFiles, type MemoryFiles } from '../../server/brand/memoryFiles.ts';
import { readBrand } from '../../server/brand/readBrand.ts';
import type { AssetManifest } from '../../server/render/assets.ts';
import { root } from '../bundle/root.ts';

/** The names of the sample brands: their folders in `docs/brands`. */
export const brandNames = globSync('docs/brands/*/brand.json', { cwd: root })
  .map((file) => path.basename(path.dirname(file)))
  .sort();

/** A brand's data for pages. */
export interface SampleBrand {
  product: string;
  assets: AssetManifest;
}

/**
 * Applies the sample brands to the built client, by name.
 *
 * @returns with the files to serve for them
 */
export function sampleBrands(client: { assets: AssetManifest; clientDirectory: string }): {
  brands: Map<string, SampleBrand>;
  files: MemoryFiles;
} {
  const files = createMemoryFiles();
  const brands = new Map(
    brandNames.map((name): [string, SampleBrand] => {
      const brand = readBrand(path.join(root, 'docs/brands', name, 'brand.json'));
      return [name, { product: brand.name ?? name, assets: applyBrand(brand, { ...client, files }) }];
    }),
  );
  return { brands, files };
}
