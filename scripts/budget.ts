/** Checks the sign-in page's weight against the design's targets: a build over budget fails. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { AssetManifest } from '../server/render/assets.ts';

const scriptBudget = 85_000;
const pageBudget = 150_000;
const requestBudget = 6;
/** Budget for the HTML of a sign-in page with every method, in bytes; it is sent uncompressed. */
const documentBudget = 16_000;

function weight(directory: string, url: string): number {
  const file = path.join(directory, url);
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
}

/**
 * Measures what a first visit to the sign-in page loads.
 *
 * @param manifest the assets by screen
 * @param directory the folder that holds them, as served
 * @throws Error naming the budget that is exceeded, with the figures
 */
export function checkBudget(manifest: AssetManifest, directory: string): void {
  const { scripts } = manifest;
  const scriptBytes = scripts.reduce((sum, url) => sum + weight(directory, url), 0);
  const loaded = [...scripts, manifest.styles, ...manifest.fonts];
  const bytes = loaded.reduce((sum, url) => sum + weight(directory, url), documentBudget);
  const requests = loaded.length + 1;
  console.log(
    `sign-in page: scripts ${scriptBytes} of ${scriptBudget} B (brotli), all ${bytes} of ${pageBudget} B, ` +
      `${requests} of ${requestBudget} requests`,
  );
  if (scriptBytes > scriptBudget || bytes > pageBudget || requests > requestBudget)
    throw new Error('the sign-in page is over its budget');
}
