import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AssetManifest } from './assets.ts';

/**
 * Reads the asset manifest that the build wrote.
 *
 * @param directory the folder `dist/client`
 * @throws Error if the client was not built
 */
export const readAssets = (directory: string): AssetManifest =>
  JSON.parse(readFileSync(path.join(directory, 'manifest.json'), 'utf8')) as AssetManifest;
