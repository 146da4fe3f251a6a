import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { root } from './root.ts';

/** The CSS modules' paths; looked up once for each bundle, because it takes as long as the rest of a small one. */
let modules: string[] | undefined;
const cssModules = (): string[] => (modules ??= globSync('client/**/*.module.css', { cwd: root }).sort());

/** A class in a rule. */
const className = /\.([a-z]\w*)/gi;

/** 0 is `a`, 26 is `ba`. */
const letters = (index: number): string =>
  (index < 26 ? '' : letters(Math.floor(index / 26))) + String.fromCodePoint(97 + (index % 26));

/**
 * Compiles a CSS module. Long class names would be a tenth of a page's HTML, so they are a letter for the module and a number
 * for the class, the same in every bundle.
 *
 * @returns its classes by their names in the module, and its rules with them
 */
export function compileModule(file: string): { classes: Record<string, string>; rules: string } {
  const source = readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
  const prefix = letters(cssModules().indexOf(path.relative(root, file)));
  const names = [...new Set(Array.from(source.matchAll(className), ([, name = '']) => name))].sort();
  const classes = Object.fromEntries(names.map((name, at) => [name, `${prefix}${at}`]));
  return { classes, rules: source.replaceAll(className, (_all, name: string) => `.${classes[name]}`) };
}

/** Provides the class names of a CSS module as a plain object; its rules are in a stylesheet. */
export const classNames: Plugin = {
  name: 'class-names',
  setup(bundler) {
    bundler.onStart(() => {
      modules = undefined;
    });
    bundler.onLoad({ filter: /\.module\.css$/ }, ({ path: file }) => ({
      contents: JSON.stringify(compileModule(file).classes),
      loader: 'json',
    }));
  },
};
