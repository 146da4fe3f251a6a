import type { Metafile } from 'esbuild';

/** The size of each source file in the browser's bundles, in bytes before compression. */
export type Sizes = Record<string, number>;

/** How many files to name. */
const most = 5;

/** Adds up each source file's contribution to the outputs of bundles. */
export function sourceSizes(metafiles: Metafile[]): Sizes {
  const sizes: Sizes = {};
  for (const { outputs } of metafiles)
    for (const { inputs } of Object.values(outputs))
      for (const [file, { bytesInOutput }] of Object.entries(inputs))
        sizes[file] = (sizes[file] ?? 0) + bytesInOutput;
  return sizes;
}

/** Names the source files that have grown most since an earlier build, as in `client/App.tsx +120`. */
export const grown = (before: Sizes, now: Sizes): string[] =>
  Object.entries(now)
    .map(([file, size]) => ({ file, more: size - (before[file] ?? 0) }))
    .filter(({ more }) => more > 0)
    .sort((one, other) => other.more - one.more)
    .slice(0, most)
    .map(({ file, more }) => `${file} +${more}`);
