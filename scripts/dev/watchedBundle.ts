import { rmSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import type { AssetManifest } from '../../server/render/assets.ts';
import { writeCatalogues } from '../bundle/catalogues.ts';
import { allClassNames } from '../bundle/classNames.ts';
import { writeManifest } from '../bundle/manifest.ts';
import { bundlingError } from '../bundle/messages.ts';
import { bundles } from '../bundle/options.ts';
import { root } from '../bundle/root.ts';
import { bundleStylesheets } from '../bundle/stylesheets.ts';
import { rebuilder } from './rebuilder.ts';

/** Separate for each process: two may run in front of different providers. */
const output = path.join(root, `.cache/dev/${process.pid}`);
const client = path.join(output, 'client');
const assets = path.join(client, 'assets');

/** The bundled portal, rebuilt after changes. */
export interface WatchedBundle {
  /** The script to run: preloads the packages, then starts the server on the first connection to its port. */
  server: string;
  /** The folder that contains the browser's `assets`. */
  client: string;
  /**
   * Rebuilds the outputs that depend on changed files.
   *
   * @param changed their directories; those of a failed rebuild still count as changed
   * @throws Error with all of esbuild's messages when that fails
   */
  rebuild(changed: Iterable<string>): Promise<void>;
  /**
   * Rebuilds the stylesheets alone, under the same names.
   *
   * @returns false, without having done so, if scripts change as well, because modules have other classes
   * @throws Error with all of esbuild's messages when that fails
   */
  restyle(): Promise<boolean>;
  /** Removes the assets of earlier builds. */
  removeStale(): Promise<void>;
}

/** The browser's code, and the class names that it was bundled with. */
type BrowserBuild = Record<'client' | 'styles', Metafile> & { classes: string };

/** The outputs of an earlier rebuild that no change affects. */
interface Built {
  browser?: BrowserBuild;
  texts?: AssetManifest['texts'];
}

/** The output that depends on each directory, in addition to the server, which depends on all. */
const outputOf: Partial<Record<string, keyof Built>> = {
  client: 'browser',
  shared: 'browser',
  locales: 'texts',
};

/** A script that preloads the packages and waits: most of a start is then done before a file changes. */
function standby({ outputs }: Metafile): string {
  const imports = Object.values(outputs).flatMap((output) =>
    output.imports.filter((imported) => imported.external),
  );
  const packages = new Set(imports.map(({ path: name }) => name).filter((name) => !name.startsWith('node:')));
  return [
    "import { once } from 'node:events';",
    "import { createServer } from 'node:net';",
    ...[...packages].map((name) => `import '${name}';`),
    "const door = createServer((socket) => socket.destroy()).listen(process.env.PORT, '127.0.0.1');",
    "await once(door, 'connection');",
    'await new Promise((resolve) => door.close(resolve));',
    "await import('./main.mjs');",
  ].join('\n');
}

/**
 * Waits for all parts of a rebuild, so that none still runs when the next one begins.
 *
 * @throws Error with all of esbuild's messages when one has failed
 */
async function all<Parts extends readonly unknown[]>(
  parts: [...Parts],
): Promise<{ [Part in keyof Parts]: Awaited<Parts[Part]> }> {
  const settled: PromiseSettledResult<unknown>[] = await Promise.allSettled(parts);
  const failures = settled.filter((one) => one.status === 'rejected');
  if (failures.length > 0) throw await bundlingError(failures.map(({ reason }) => reason as unknown));
  return Promise.all(parts);
}

/** Prepares the development bundle, with the code that reloads pages. */
export async function watchedBundle(): Promise<WatchedBundle> {
  const options = bundles(output, { development: true });
  const reload = path.join(import.meta.dirname, 'reload.ts');
  const [browser, portal] = await Promise.all([
    rebuilder({ ...options.client, inject: [reload] }),
    rebuilder(options.server),
  ]);
  const classNames = async (): Promise<string> => JSON.stringify(await allClassNames());
  const stylesFor = (scripts: Metafile): Promise<Metafile> =>
    bundleStylesheets(output, scripts, { development: true });
  const bundleBrowser = async (): Promise<BrowserBuild> => {
    const classes = await classNames();
    const scripts = await browser.rebuild();
    return { client: scripts, styles: await stylesFor(scripts), classes };
  };
  process.once('exit', () => rmSync(output, { recursive: true, force: true }));
  await mkdir(assets, { recursive: true });
  let built: Built = {};
  let current = new Set<string>();
  const publish = async (browserBuild: BrowserBuild, texts: AssetManifest['texts']): Promise<void> => {
    built = { browser: browserBuild, texts };
    await writeManifest(output, browserBuild, texts);
    const files = [browserBuild.client, browserBuild.styles].flatMap(({ outputs }) => Object.keys(outputs));
    const urls = Object.values(texts).flatMap((byLocale) => Object.values(byLocale));
    current = new Set([...files, ...urls].map((file) => path.basename(file)));
  };
  return {
    server: path.join(output, 'server/standby.mjs'),
    client,
    async rebuild(changed) {
      for (const directory of changed) {
        const affected = outputOf[directory];
        if (affected) built = { ...built, [affected]: undefined };
      }
      const [program, browserBuild, texts] = await all([
        portal.rebuild(),
        built.browser ?? bundleBrowser(),
        built.texts ?? writeCatalogues(output),
      ]);
      await writeFile(path.join(output, 'server/standby.mjs'), standby(program));
      await publish(browserBuild, texts);
    },
    async restyle() {
      const { browser: scripts, texts } = built;
      const [classes] = await all([classNames()]);
      if (!scripts || !texts || classes !== scripts.classes) return false;
      const [styles] = await all([stylesFor(scripts.client)]);
      await publish({ ...scripts, styles }, texts);
      return true;
    },
    async removeStale() {
      const stale = (await readdir(assets)).filter((name) => !current.has(name));
      await Promise.all(stale.map((name) => rm(path.join(assets, name), { force: true })));
    },
  };
}
