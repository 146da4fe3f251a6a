import { statSync } from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import type { AssetManifest } from '../../server/render/assets.ts';

/** The size of each source file in the browser's bundles, and of each file of texts, in bytes before compression. */
export type Sizes = Record<string, number>;

/** How many files to name. */
const most = 5;

/**
 * Adds up each source file's contribution to the outputs of bundles, and the texts of each group of pages.
 *
 * @param directory the folder that holds the files of texts, as served
 */
export function sourceSizes(metafiles: Metafile[], texts: AssetManifest['texts'], directory: string): Sizes {
  const sizes: Sizes = {};
  for (const { outputs } of metafiles)
    for (const { inputs } of Object.values(outputs))
      for (const [file, { bytesInOutput }] of Object.entries(inputs))
        sizes[file] = (sizes[file] ?? 0) + bytesInOutput;
  for (const [group, byLocale] of Object.entries(texts))
    for (const [locale, url] of Object.entries(byLocale))
      sizes[`texts of ${group} in ${locale}`] = statSync(path.join(directory, url)).size;
  return sizes;
}

/** Names the source files and texts that have grown most since an earlier build, as in `client/App.tsx +120`. */
export const grown = (before: Sizes, now: Sizes): string[] =>
  Object.entries(now)
    .map(([file, size]) => ({ file, more: size - (before[file] ?? 0) }))
    .filter(({ more }) => more > 0)
    .sort((one, other) => other.more - one.more)
    .slice(0, most)
    .map(({ file, more }) => `${file} +${more}`);
