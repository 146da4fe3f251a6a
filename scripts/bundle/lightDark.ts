import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const value = String.raw`((?:[^(),]|\([^()]*\))+)`;
const pair = new RegExp(String.raw`light-dark\(${value},\s*${value}\)`, 'g');

/**
 * Writes each `light-dark(light, dark)` with the switches `--light` and `--dark` of `client/ui/tokens.css`, of which one is
 * empty: browsers without `light-dark()` understand it, and it is not limited to colours.
 *
 * @param css a stylesheet
 */
export const compileLightDark = (css: string): string =>
  css.replace(pair, (_all, light: string, dark: string) => `var(--light, ${light}) var(--dark, ${dark})`);

/** Compiles the tokens, the one file that has pairs. */
export const lightDark: Plugin = {
  name: 'light-dark',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]ui[\\/]tokens\.css$/ }, async ({ path }) => ({
      contents: compileLightDark(await readFile(path, 'utf8')),
      loader: 'css',
    }));
  },
};
