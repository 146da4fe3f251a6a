/**
 * How the portal is bundled: the browser's code (ES modules), its stylesheet, the compiled catalogues and the server
 * with its dependencies. Shared by the build and by the watcher of `npm run dev`.
 */
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import type { AssetManifest } from '../server/render/assets.ts';

export const root = path.join(import.meta.dirname, '..');
const target = { client: ['es2022', 'chrome111', 'firefox115', 'safari16.4'], server: 'node24' };

/** Memoises work on a file by the file's path and content. */
function oncePerContent(work: (file: string, content: string) => Promise<string> | string) {
  const done = new Map<string, Promise<string> | string>();
  return async (file: string): Promise<string> => {
    const content = await readFile(file, 'utf8');
    const key = `${file}\n${content}`;
    const result = done.get(key) ?? work(file, content);
    done.set(key, result);
    return result;
  };
}

/** A catalogue, parsed ahead so that the browser needs no parser; empty strings are left out. */
const compiledCatalogue = oncePerContent((_file, content) => {
  const messages = JSON.parse(content) as Record<string, string>;
  const filled = Object.entries(messages).filter(([, text]) => text !== '');
  return JSON.stringify(Object.fromEntries(filled.map(([id, text]) => [id, parse(text)])));
});

const catalogues: Plugin = {
  name: 'catalogues',
  setup: (bundler) =>
    bundler.onLoad({ filter: /\/locales\/\w+\.json$/ }, async ({ path: file }) => ({
      contents: await compiledCatalogue(file),
      loader: 'json',
    })),
};

/** The class names of a CSS module as a plain object; its rules are in the one stylesheet, under the same names. */
const classNamesIn = oncePerContent(async (file) => {
  const names = await build({
    stdin: { contents: `export { default } from ${JSON.stringify(file)}`, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    outdir: root,
    loader: { '.svg': 'empty' },
    logLevel: 'error',
  });
  const script = names.outputFiles.find((one) => one.path.endsWith('.js'))?.text ?? '';
  const module = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as {
    default: Record<string, string>;
  };
  return JSON.stringify(module.default);
});

const classNames: Plugin = {
  name: 'class-names',
  setup: (bundler) =>
    bundler.onLoad({ filter: /\.module\.css$/ }, async ({ path: file }) => ({
      contents: await classNamesIn(file),
      loader: 'json',
    })),
};

/** One stylesheet of the tokens and every component's CSS module; each build finds the modules again. */
const stylesheet: Plugin = {
  name: 'stylesheet',
  setup(bundler) {
    bundler.onResolve({ filter: /^styles$/ }, () => ({ path: 'styles.css', namespace: 'stylesheet' }));
    bundler.onLoad({ filter: /./, namespace: 'stylesheet' }, () => {
      const modules = globSync('client/**/*.module.css', { cwd: root }).sort();
      const names = modules.map((file) => path.basename(file));
      const twice = names.find((name, index) => names.indexOf(name) !== index);
      if (twice) throw new Error(`two stylesheets are called ${twice}: their class names would collide`);
      const contents = ['client/ui/global.css', ...modules].map((file) => `@import "./${file}";`).join('\n');
      return { contents, loader: 'css', resolveDir: root };
    });
  },
};

type Bundle = BuildOptions & { metafile: true };

/**
 * How the portal's parts are bundled.
 *
 * @param output the folder that gets `client/` and `server/`
 * @param options.development readable code with React's warnings, quickly; the server then needs node_modules
 */
export function bundles(
  output: string,
  { development = false } = {},
): Record<'client' | 'styles' | 'server', Bundle> {
  const common = {
    absWorkingDir: root,
    bundle: true,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': development ? '"development"' : '"production"' },
    alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' },
    legalComments: 'none',
    metafile: true,
  } satisfies Bundle;
  const assets = path.join(output, 'client/assets');
  return {
    client: {
      ...common,
      entryPoints: [path.join(root, 'client/main.tsx')],
      splitting: true,
      format: 'esm',
      minify: !development,
      target: target.client,
      outdir: assets,
      entryNames: '[name]-[hash]',
      chunkNames: 'shared-[hash]',
      plugins: [classNames],
    },
    // class names are not minified: they must match those in the scripts
    styles: {
      ...common,
      entryPoints: ['styles'],
      minifyWhitespace: true,
      minifySyntax: true,
      target: target.client,
      outdir: assets,
      entryNames: '[name]-[hash]',
      assetNames: '[name]-[hash]',
      loader: { '.woff2': 'file', '.svg': 'dataurl' },
      plugins: [stylesheet],
    },
    server: {
      ...common,
      entryPoints: { main: path.join(root, 'server/main.ts') },
      platform: 'node',
      format: 'esm',
      target: target.server,
      outdir: path.join(output, 'server'),
      outExtension: { '.js': '.mjs' },
      minifySyntax: !development,
      packages: development ? 'external' : 'bundle',
      // express and its dependencies are CommonJS and require Node's built-in modules at run time
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); const __dirname = import.meta.dirname; const __filename = import.meta.filename;",
      },
      plugins: [classNames, catalogues],
    },
  };
}

/**
 * Writes every compiled catalogue, with its hash in the file name.
 *
 * @param output the folder that was bundled into
 * @returns their URLs by locale
 */
export async function writeCatalogues(output: string): Promise<Record<string, string>> {
  const written: Record<string, string> = {};
  for (const file of globSync('locales/*.json', { cwd: root })) {
    const content = await compiledCatalogue(path.join(root, file));
    const name = `${path.basename(file, '.json')}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}.json`;
    await writeFile(path.join(output, 'client/assets', name), content);
    written[path.basename(file, '.json')] = `/assets/${name}`;
  }
  return written;
}

/** An entry and the scripts that it imports statically. */
function scriptsOf(metafile: Metafile, entry: string, seen = new Set<string>()): string[] {
  if (seen.has(entry)) return [];
  seen.add(entry);
  const imports = metafile.outputs[entry]?.imports.filter((one) => one.kind === 'import-statement') ?? [];
  return [entry, ...imports.flatMap((one) => scriptsOf(metafile, one.path, seen))];
}

/** The extra scripts of each code-split screen; `laterPages.ts` exports the screens by name. */
function screensOf(
  metafile: Metafile,
  always: string[],
  url: (file: string) => string,
): AssetManifest['screens'] {
  const found = Object.entries(metafile.outputs).find(([, one]) =>
    one.entryPoint?.endsWith('/laterPages.ts'),
  );
  if (!found) throw new Error('client/account/laterPages.ts is no script of its own');
  const [file, { exports }] = found;
  const more = scriptsOf(metafile, file).filter((one) => !always.includes(one));
  return Object.fromEntries(exports.map((page) => [page, more.map(url)]));
}

/** The browser's entry script. */
export const entryOf = ({ outputs }: Metafile): string =>
  Object.keys(outputs).find((file) => outputs[file]?.entryPoint === 'client/main.tsx') ?? '';

/**
 * Writes the manifest of hashed names that the server reads.
 *
 * @param output the folder that was bundled into
 * @param metafiles what esbuild says of the bundles
 * @param locales see `writeCatalogues`
 */
export async function writeManifest(
  output: string,
  { client, styles }: Record<'client' | 'styles', Metafile>,
  locales: Record<string, string>,
): Promise<AssetManifest> {
  const url = (file: string): string =>
    `/${path.relative(path.join(output, 'client'), path.join(root, file))}`;
  const always = scriptsOf(client, entryOf(client));
  const styleFiles = Object.keys(styles.outputs);
  const find = (pattern: RegExp): string[] => styleFiles.filter((file) => pattern.test(file)).map(url);
  const manifest = {
    scripts: always.map(url),
    screens: screensOf(client, always, url),
    styles: find(/styles-.*\.css$/).join(),
    fonts: find(/open-sans-latin-[46]00-normal.*\.woff2$/),
    locales,
  };
  await writeFile(path.join(output, 'client/manifest.json'), JSON.stringify(manifest, null, 2));
  return manifest;
}
