import { readdirSync } from 'node:fs';
import path from 'node:path';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { classNames, compileModule } from './classNames.ts';
import { firstScript, laterScripts } from './codeSplitting.ts';
import { browsers } from './options.ts';
import { root } from './root.ts';
import { smallFonts } from './smallFonts.ts';
import { tokens } from './tokens.ts';

/** The name of the stylesheet that every page loads; the others have the names of their scripts. */
export const firstSheet = 'styles';

/** The name of the console's stylesheet. */
export const consoleSheet = 'console';

/** The folder whose CSS modules it has. */
const consoleRoom = 'client/console';

const isModule = (file: string): boolean => file.endsWith('.module.css');

/** The CSS modules of some scripts, by path. */
function modulesOf({ outputs }: Metafile, scripts: string[]): string[] {
  const inputs = scripts.flatMap((script) => Object.keys(outputs[script]?.inputs ?? {}));
  return [...new Set(inputs.filter(isModule))].sort();
}

/** The CSS modules of a page's frame, which only the server renders. */
async function frameModules(): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['client/shell/Shell.tsx'],
    bundle: true,
    packages: 'external',
    metafile: true,
    write: false,
    plugins: [classNames],
    logLevel: 'silent',
  });
  return Object.keys(metafile.inputs).filter(isModule);
}

/**
 * Returns the stylesheets, which follow code splitting: the first has the tokens, the CSS modules of a page's frame
 * and those of the first script, and that of a code-split script has the further ones of all that it loads. A page links the
 * first one first. Modules that several of them need are in the stylesheet of each.
 *
 * @returns the files of each stylesheet, by its name
 */
export function sheetsOf(client: Metafile, frame: string[]): Record<string, string[]> {
  const first = [...new Set([...frame, ...modulesOf(client, [firstScript(client)])])].sort();
  const later = laterScripts(client).map(
    ({ name, scripts }) =>
      [name, modulesOf(client, scripts).filter((file) => !first.includes(file))] as const,
  );
  return {
    [firstSheet]: ['client/ui/global.css', ...first],
    [consoleSheet]: readdirSync(path.join(root, consoleRoom))
      .filter(isModule)
      .map((file) => `${consoleRoom}/${file}`),
    ...Object.fromEntries(later.filter(([, modules]) => modules.length > 0)),
  };
}

/** Compiles CSS modules with the same class names as in the scripts. */
const namedClasses: Plugin = {
  name: 'named-classes',
  setup: (bundler) =>
    bundler.onLoad({ filter: /\.module\.css$/ }, ({ path: file }) => ({
      contents: compileModule(file).rules,
      loader: 'css',
    })),
};

/**
 * Bundles each stylesheet separately: esbuild would rename the classes of a CSS module that two of them have.
 *
 * @returns esbuild's metafiles of all of them
 * @throws BuildFailure
 */
export async function bundleStylesheets(output: string, client: Metafile): Promise<Metafile> {
  const sheets = sheetsOf(client, await frameModules());
  const options = {
    absWorkingDir: root,
    bundle: true,
    metafile: true,
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    target: browsers,
    outdir: path.join(output, 'client/assets'),
    assetNames: '[name]-[hash]',
    // companies' marks are fetched only by pages that show them
    loader: { '.woff2': 'file', '.svg': 'file' },
    plugins: [namedClasses, tokens, smallFonts],
  } satisfies BuildOptions;
  const built = await Promise.all(
    Object.entries(sheets).map(([name, files]) => {
      const contents = files.map((file) => `@import "./${file}";`).join('\n');
      return build({
        ...options,
        stdin: { contents, loader: 'css', resolveDir: root },
        entryNames: `${name}-[hash]`,
      });
    }),
  );
  const all = built.map(({ metafile }) => metafile);
  return {
    inputs: Object.assign({}, ...all.map(({ inputs }) => inputs)) as Metafile['inputs'],
    outputs: Object.assign({}, ...all.map(({ outputs }) => outputs)) as Metafile['outputs'],
  };
}

/** The file of a stylesheet, by its name; undefined for a script that has none. */
export const sheetFile = ({ outputs }: Metafile, name: string): string | undefined =>
  Object.keys(outputs).find((file) => path.basename(file).startsWith(`${name}-`));
