/** How the browser's code is split: one script for every page, and more for the code-split pages of each area. */
import path from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import type { PageName } from '../../shared/page.ts';
import { laterScript, pageNames, type LaterScript } from '../../shared/pages.ts';
import { root } from './root.ts';

/** The modules that a flow page loads when it needs them. */
const onDemand = {
  /** On the first interaction: sends forms and reads answers. */
  firstUse: 'client/flow/firstUse.ts',
  /** When the page has been open for a while: warns before its flow expires. */
  expiry: 'client/flow/expiry/Expiry.tsx',
};

/** The module that starts the browser's code. */
export const entry = 'client/main.tsx';

/** The script of the console, which loads nothing else. */
export const consoleEntry = 'client/console/console.ts';

/**
 * Makes code-split modules depend on the entry, which has been loaded before them. Otherwise esbuild would split code
 * shared with the entry into a chunk for each combination of areas, and the sign-in page would have to load them all.
 */
export const afterEntry: Plugin = {
  name: 'after-entry',
  setup(bundler) {
    bundler.onResolve({ filter: /^\./ }, ({ kind, path: file, resolveDir }) =>
      kind === 'dynamic-import'
        ? { path: path.relative(root, path.join(resolveDir, file)), namespace: 'after-entry' }
        : undefined,
    );
    bundler.onLoad({ filter: /./, namespace: 'after-entry' }, ({ path: file }) => ({
      contents: `import './${entry}'; export * from ${JSON.stringify(`./${file}`)};`,
      resolveDir: root,
    }));
  },
};

/** Returns the script that every page loads: the chunk with the entry, which code-split modules depend on as well. */
export function firstScript({ outputs }: Metafile): string {
  const found = Object.keys(outputs).find((file) => entry in (outputs[file]?.inputs ?? {}));
  if (found === undefined) throw new Error(`no script contains ${entry}`);
  return found;
}

/** Returns the script of the console. */
export function consoleScript({ outputs }: Metafile): string {
  const found = Object.keys(outputs).find((file) => outputs[file]?.entryPoint === consoleEntry);
  if (found === undefined) throw new Error(`no script contains ${consoleEntry}`);
  return found;
}

/** Whether a script belongs to a module. */
const isScriptOf = ({ outputs }: Metafile, script: string, module: string): boolean =>
  outputs[script]?.entryPoint?.endsWith(module) ?? false;

/** Returns the scripts that a flow page loads on demand, by purpose. */
export function onDemandScripts(metafile: Metafile): Record<keyof typeof onDemand, string[]> {
  const scriptsOf = (module: string): string[] => {
    const script = Object.keys(metafile.outputs).find((file) => isScriptOf(metafile, file, module));
    if (script === undefined) throw new Error(`no script contains ${module}`);
    return withImports(metafile, script, new Set([firstScript(metafile)]));
  };
  return { firstUse: scriptsOf(onDemand.firstUse), expiry: scriptsOf(onDemand.expiry) };
}

/** Code-split pages that share a script, and all scripts that they load after the first one. */
export interface LaterScripts {
  name: LaterScript;
  pages: PageName[];
  scripts: string[];
}

/** Returns a script and its static imports, without those in `seen`. */
function withImports(metafile: Metafile, script: string, seen: Set<string>): string[] {
  if (seen.has(script)) return [];
  seen.add(script);
  const imports = metafile.outputs[script]?.imports.filter(({ kind }) => kind === 'import-statement') ?? [];
  return [script, ...imports.flatMap((imported) => withImports(metafile, imported.path, seen))];
}

/** The names of each script's code-split pages. */
const laterPages = Map.groupBy(pageNames, laterScript);

/**
 * Returns the code-split scripts. A code-split module exports the pages of one script, by their names in
 * `shared/pages.ts`.
 *
 * @throws Error if a code-split module exports anything else
 */
export function laterScripts(metafile: Metafile): LaterScripts[] {
  const first = firstScript(metafile);
  return Object.entries(metafile.outputs).flatMap(([script, { entryPoint, exports }]) => {
    if (entryPoint === undefined || entryPoint === entry || entryPoint === consoleEntry) return [];
    if (Object.values(onDemand).some((module) => isScriptOf(metafile, script, module))) return [];
    const name = [...laterPages].find(([, names]) =>
      exports.every((page) => names.includes(page as PageName)),
    )?.[0];
    if (!name) throw new Error(`${entryPoint} may only export code-split pages of one script`);
    return { name, pages: exports as PageName[], scripts: withImports(metafile, script, new Set([first])) };
  });
}
