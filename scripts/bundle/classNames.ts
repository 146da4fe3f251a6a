import { globSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { oncePerContent } from './oncePerContent.ts';
import { root } from './root.ts';

const readableNames = oncePerContent(async (file) => {
  const names = await build({
    stdin: { contents: `export { default } from ${JSON.stringify(file)}`, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    outdir: root,
    loader: { '.svg': 'empty' },
    logLevel: 'silent',
  });
  const script = names.outputFiles.find((file) => file.path.endsWith('.js'))?.text ?? '';
  const module = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as {
    default: Record<string, string>;
  };
  return JSON.stringify(module.default);
});

/** The CSS modules' paths; looked up once for each bundle, because it takes as long as the rest of a small one. */
let modules: string[] | undefined;
const cssModules = (): string[] => (modules ??= globSync('client/**/*.module.css', { cwd: root }).sort());

/** 0 is `a`, 26 is `ba`. */
const letters = (index: number): string =>
  (index < 26 ? '' : letters(Math.floor(index / 26))) + String.fromCodePoint(97 + (index % 26));

/**
 * Returns the names of a CSS module's classes in pages, by their names in the module. Long ones would be a tenth of a
 * page's HTML, so they are a letter for the module and a number for the class.
 *
 * @param file the module's absolute path
 */
export async function classNamesIn(file: string): Promise<Record<string, string>> {
  const prefix = letters(cssModules().indexOf(path.relative(root, file)));
  const names = Object.keys(JSON.parse(await readableNames(file)) as object).sort();
  return Object.fromEntries(names.map((name, at) => [name, `${prefix}${at}`]));
}

/** Returns the class names of all CSS modules: scripts that were bundled with others need to be bundled again. */
export async function allClassNames(): Promise<Record<string, string>[]> {
  modules = undefined;
  return Promise.all(cssModules().map((file) => classNamesIn(path.join(root, file))));
}

/**
 * Provides the class names of a CSS module as a plain object; its rules are in a stylesheet, under the same names.
 */
export const classNames: Plugin = {
  name: 'class-names',
  setup(bundler) {
    bundler.onStart(() => {
      modules = undefined;
    });
    bundler.onLoad({ filter: /\.module\.css$/ }, async ({ path: file }) => ({
      contents: JSON.stringify(await classNamesIn(file)),
      loader: 'json',
    }));
  },
};
