import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import subsetFont from 'subset-font';
import { root } from './root.ts';

const faces = path.join(root, 'client/ui/fonts.css');

/** The characters of a `unicode-range`, as in `U+0000-00FF, U+0131`. */
export function charactersIn(ranges: string): string {
  const spans = Array.from(
    ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g),
    ([, first = '', last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)],
  );
  const points = spans.flatMap(([first = 0, last = 0]) =>
    Array.from({ length: last - first + 1 }, (_, more) => first + more),
  );
  return String.fromCodePoint(...points);
}

/** The `unicode-range` of the font face that a file is for. @throws Error when no face names the file */
function rangeOf(file: string, css: string): string {
  const face = css.split('@font-face').find((rules) => rules.includes(path.basename(file)));
  const range = /unicode-range:([^;]+);/.exec(face ?? '')?.[1];
  if (range === undefined) throw new Error(`${faces} has no unicode-range for ${file}`);
  return range;
}

const made = new Map<string, Promise<Buffer>>();

/** Returns a font with some of its characters; cached, because the watcher of `npm run dev` bundles often. */
async function smallFont(file: string): Promise<Buffer> {
  const characters = charactersIn(rangeOf(file, await readFile(faces, 'utf8')));
  const key = `${file} ${characters}`;
  const font =
    made.get(key) ??
    subsetFont(await readFile(file), characters, { targetFormat: 'woff2', noLayoutClosure: true });
  made.set(key, font);
  return font;
}

/**
 * Reduces a font to what browsers use: the characters of its `unicode-range`, with their kerning, without ligatures,
 * small figures and other shapes that no stylesheet turns on.
 */
export const smallFonts: Plugin = {
  name: 'small-fonts',
  setup: (bundler) =>
    bundler.onLoad({ filter: /\.woff2$/ }, async ({ path: file }) => ({
      contents: await smallFont(file),
      loader: 'file',
    })),
};
