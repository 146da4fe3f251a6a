/**
 * Bundles the portal: the browser's code (ES modules, one stylesheet, compiled catalogues) into
 * `dist/client`, with a manifest of hashed names, and the server with everything it needs into `dist/server`.
 */
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { parse } from '@formatjs/icu-messageformat-parser';
import { build, type Metafile, type Plugin } from 'esbuild';
import { minify } from 'terser';
import type { AssetManifest } from '../server/render/assets.ts';
import { checkBudget } from './budget.ts';
import { licences } from './licences.ts';

const root = path.join(import.meta.dirname, '..');
const published = path.join(root, 'dist');
/** Built aside and swapped in whole: a portal that starts meanwhile finds the old build or the new one, never half of one. */
const output = path.join(root, `.cache/build-${process.pid}`);
const assets = path.join(output, 'client/assets');
const target = { client: ['es2022', 'chrome111', 'firefox115', 'safari16.4'], server: 'node24' };

/** A catalogue in the parsed form that the formatter reads, so that no parser is shipped; empty strings are left out. */
async function compiledCatalogue(file: string): Promise<string> {
  const messages = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  const filled = Object.entries(messages).filter(([, text]) => text !== '');
  return JSON.stringify(Object.fromEntries(filled.map(([id, text]) => [id, parse(text)])));
}

const catalogues: Plugin = {
  name: 'catalogues',
  setup: (bundler) =>
    bundler.onLoad({ filter: /\/locales\/\w+\.json$/ }, async ({ path: file }) => ({
      contents: await compiledCatalogue(file),
      loader: 'json',
    })),
};

/** The class names of a CSS module as a plain object: the rules are in the one stylesheet, named alike on both sides. */
const classNames: Plugin = {
  name: 'class-names',
  setup: (bundler) =>
    bundler.onLoad({ filter: /\.module\.css$/ }, async ({ path: file }) => {
      const names = await build({
        stdin: { contents: `export { default } from ${JSON.stringify(file)}`, resolveDir: root },
        bundle: true,
        write: false,
        format: 'esm',
        outdir: output,
        loader: { '.svg': 'empty' },
        logLevel: 'error',
      });
      const script = names.outputFiles.find((one) => one.path.endsWith('.js'))?.text ?? '';
      const module = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as {
        default: Record<string, string>;
      };
      return { contents: JSON.stringify(module.default), loader: 'json' };
    }),
};

const productionReact = { 'process.env.NODE_ENV': '"production"' };
const withoutParser = {
  '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
};

/** Squeezes what esbuild minified once more: a second look at the whole module saves the sign-in page some 3 kB on the wire. */
async function squeeze(file: string): Promise<void> {
  const { code } = await minify(await readFile(file, 'utf8'), {
    module: true,
    ecma: 2020,
    compress: { passes: 2 },
  });
  if (code === undefined) throw new Error(`${file} could not be minified`);
  await writeFile(file, code);
}

async function bundleClient(): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: [path.join(root, 'client/main.tsx')],
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    jsx: 'automatic',
    target: target.client,
    outdir: assets,
    entryNames: '[name]-[hash]',
    chunkNames: 'shared-[hash]',
    define: productionReact,
    alias: withoutParser,
    legalComments: 'none',
    plugins: [classNames],
    metafile: true,
  });
  const scripts = Object.keys(metafile.outputs).filter((file) => file.endsWith('.js'));
  await Promise.all(scripts.map((file) => squeeze(path.join(root, file))));
  return metafile;
}

/** One stylesheet of the tokens and every component's module. Names stay whole: they must match those the scripts know. */
async function bundleStyles(): Promise<Metafile> {
  const modules = globSync('client/**/*.module.css', { cwd: root }).sort();
  const names = modules.map((file) => path.basename(file));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`two stylesheets are called ${twice}: their class names would collide`);
  const { metafile } = await build({
    stdin: {
      contents: ['client/ui/global.css', ...modules].map((file) => `@import "./${file}";`).join('\n'),
      loader: 'css',
      resolveDir: root,
      sourcefile: 'styles.css',
    },
    absWorkingDir: root,
    bundle: true,
    minifyWhitespace: true,
    minifySyntax: true,
    target: target.client,
    outdir: assets,
    entryNames: 'styles-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file', '.svg': 'dataurl' },
    legalComments: 'none',
    metafile: true,
  });
  return metafile;
}

async function bundleServer(): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: { main: path.join(root, 'server/main.ts') },
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    target: target.server,
    outdir: path.join(output, 'server'),
    outExtension: { '.js': '.mjs' },
    define: productionReact,
    alias: withoutParser,
    minifySyntax: true,
    legalComments: 'none',
    metafile: true,
    // express and its family are CommonJS and ask for node's own modules at run time
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); const __dirname = import.meta.dirname; const __filename = import.meta.filename;",
    },
    plugins: [classNames, catalogues],
  });
  return metafile;
}

/** Writes the licences of what each side is bundled from; the browser's among the assets, named in the first script. */
async function writeLicences(server: Metafile, client: Metafile, styles: Metafile): Promise<void> {
  await writeFile(path.join(output, 'server/licences.txt'), licences(root, [server]));
  const text = licences(root, [client, styles]);
  const name = `licences-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.txt`;
  await writeFile(path.join(assets, name), text);
  const entry = path.join(root, entryOf(client));
  await writeFile(entry, `/*! licences: /assets/${name} */\n${await readFile(entry, 'utf8')}`);
}

async function writeCatalogues(): Promise<Record<string, string>> {
  const written: Record<string, string> = {};
  for (const file of globSync('locales/*.json', { cwd: root })) {
    const content = await compiledCatalogue(path.join(root, file));
    const name = `${path.basename(file, '.json')}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}.json`;
    await writeFile(path.join(assets, name), content);
    written[path.basename(file, '.json')] = `/assets/${name}`;
  }
  return written;
}

const url = (file: string): string => `/${path.relative(path.join(output, 'client'), path.join(root, file))}`;

/** The scripts that an entry needs before it can run, itself first. */
function scriptsOf(metafile: Metafile, entry: string, seen = new Set<string>()): string[] {
  if (seen.has(entry)) return [];
  seen.add(entry);
  const imports = metafile.outputs[entry]?.imports.filter((one) => one.kind === 'import-statement') ?? [];
  return [entry, ...imports.flatMap((one) => scriptsOf(metafile, one.path, seen))];
}

/** The scripts of each code-split screen, beside those that every screen loads; `laterPages.ts` exports them by name. */
function screensOf(metafile: Metafile, always: string[]): AssetManifest['screens'] {
  const found = Object.entries(metafile.outputs).find(([, one]) =>
    one.entryPoint?.endsWith('/laterPages.ts'),
  );
  if (!found) throw new Error('client/account/laterPages.ts is no script of its own');
  const [file, { exports }] = found;
  const more = scriptsOf(metafile, file).filter((one) => !always.includes(one));
  return Object.fromEntries(exports.map((page) => [page, more.map(url)]));
}

const entryOf = ({ outputs }: Metafile): string =>
  Object.keys(outputs).find((file) => outputs[file]?.entryPoint === 'client/main.tsx') ?? '';

function manifest(client: Metafile, styles: Metafile, locales: Record<string, string>): AssetManifest {
  const always = scriptsOf(client, entryOf(client));
  const styleFiles = Object.keys(styles.outputs);
  const find = (pattern: RegExp): string[] => styleFiles.filter((file) => pattern.test(file)).map(url);
  return {
    scripts: always.map(url),
    screens: screensOf(client, always),
    styles: find(/styles-.*\.css$/).join(),
    fonts: find(/open-sans-latin-[46]00-normal.*\.woff2$/),
    locales,
  };
}

/** Writes a brotli and a gzip copy beside every text asset, at the strongest setting, for the server to hand out. */
async function precompress(): Promise<void> {
  const names = (await readdir(assets)).filter((name) => /\.(js|css|json|svg|txt)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(assets, name);
      const content = await readFile(file);
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

const started = performance.now();
await mkdir(assets, { recursive: true });
const [client, styles, server] = await Promise.all([bundleClient(), bundleStyles(), bundleServer()]);
await writeLicences(server, client, styles);
const written = manifest(client, styles, await writeCatalogues());
await writeFile(path.join(output, 'client/manifest.json'), JSON.stringify(written, null, 2));
await precompress();
checkBudget(written, path.join(output, 'client'));
await rm(published, { recursive: true, force: true });
await rename(output, published);
console.log(`built dist/ in ${((performance.now() - started) / 1000).toFixed(1)} s`);
