import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import subsetFont from 'subset-font';
import { root } from './root.ts';

const faces = path.join(root, 'client/ui/fonts.css');

/** The characters of a `unicode-range`, as in `U+0000-00FF, U+0131`. */
function charactersIn(ranges: string): string {
  const spans = Array.from(
    ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g),
    ([, first = '', last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)],
  );
  const points = spans.flatMap(([first = 0, last = 0]) =>
    Array.from({ length: last - first + 1 }, (_, more) => first + more),
  );
  return String.fromCodePoint(...points);
}

/**
 * Returns what a font face needs of its file: its characters, and its weights if it has a range of them.
 *
 * @param file a path whose last part the face names
 * @throws Error when no face names the file
 */
export function neededOf(
  file: string,
  css: string,
): { characters: string; weights?: { min: number; max: number } } {
  const face = css.split('@font-face').find((rules) => rules.includes(path.basename(file)));
  const ranges = /unicode-range:([^;]+);/.exec(face ?? '')?.[1];
  if (ranges === undefined) throw new Error(`no face has a unicode-range for ${file}`);
  const [, min, max] = /font-weight: (\d+) (\d+);/.exec(face ?? '') ?? [];
  return {
    characters: charactersIn(ranges),
    ...(min !== undefined && max !== undefined && { weights: { min: Number(min), max: Number(max) } }),
  };
}

const made = new Map<string, Promise<Buffer>>();

/** Returns the part of a font that its face needs; cached, because the watcher of `npm run dev` bundles often. */
async function smallFont(file: string): Promise<Buffer> {
  const needed = neededOf(file, await readFile(faces, 'utf8'));
  const { characters, weights } = needed;
  const key = `${file} ${JSON.stringify(needed)}`;
  const font =
    made.get(key) ??
    subsetFont(await readFile(file), characters, {
      targetFormat: 'woff2',
      noLayoutClosure: true,
      ...(weights && { variationAxes: { wght: weights } }),
    });
  made.set(key, font);
  return font;
}

/**
 * Reduces a font to what browsers use: the characters of its `unicode-range` in the weights of its face, with their kerning,
 * without ligatures, small figures and other shapes that no stylesheet turns on.
 */
export const smallFonts: Plugin = {
  name: 'small-fonts',
  setup: (bundler) =>
    bundler.onLoad({ filter: /\.woff2$/ }, async ({ path: file }) => ({
      contents: await smallFont(file),
      loader: 'file',
    })),
};
