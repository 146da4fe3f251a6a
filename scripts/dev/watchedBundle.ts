import { rmSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import type { AssetManifest } from '../../server/render/assets.ts';
import { writeCatalogues } from '../bundle/catalogues.ts';
import { writeManifest } from '../bundle/manifest.ts';
import { bundles } from '../bundle/options.ts';
import { root } from '../bundle/root.ts';
import { bundleStylesheets } from '../bundle/stylesheets.ts';
import { rebuilder } from './rebuilder.ts';

/** Separate for each process: two may run in front of different providers. */
const output = path.join(root, `.cache/dev/${process.pid}`);
const assets = path.join(output, 'client/assets');

/** The bundled portal, rebuilt after changes. */
export interface WatchedBundle {
  /** The script to run: preloads the packages, then starts the server on the first connection to its port. */
  server: string;
  /**
   * Rebuilds the outputs that depend on changed files.
   *
   * @param changed their directories; those of a failed rebuild still count as changed
   * @throws Error when that fails; esbuild has printed why
   */
  rebuild(changed: Iterable<string>): Promise<void>;
  /** Removes the assets of earlier builds. */
  removeStale(): Promise<void>;
}

/** The outputs of an earlier rebuild that no change affects. */
interface Built {
  browser?: Record<'client' | 'styles', Metafile>;
  catalogues?: AssetManifest['catalogues'];
}

/** The output that depends on each directory, in addition to the server, which depends on all. */
const outputOf: Partial<Record<string, keyof Built>> = {
  client: 'browser',
  shared: 'browser',
  locales: 'catalogues',
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

/** Prepares the development bundle, with the code that reloads pages. */
export async function watchedBundle(): Promise<WatchedBundle> {
  const { client, server } = bundles(output, { development: true });
  const reload = path.join(import.meta.dirname, 'reload.ts');
  const [browser, portal] = await Promise.all([
    rebuilder({ ...client, inject: [reload] }),
    rebuilder(server),
  ]);
  const bundleBrowser = async (): Promise<Record<'client' | 'styles', Metafile>> => {
    const scripts = await browser.rebuild();
    return { client: scripts, styles: await bundleStylesheets(output, scripts) };
  };
  process.once('exit', () => rmSync(output, { recursive: true, force: true }));
  await mkdir(assets, { recursive: true });
  let built: Built = {};
  let current = new Set<string>();
  return {
    server: path.join(output, 'server/standby.mjs'),
    async rebuild(changed) {
      for (const directory of changed) {
        const affected = outputOf[directory];
        if (affected) built = { ...built, [affected]: undefined };
      }
      const [program, metafiles, catalogues] = await Promise.all([
        portal.rebuild(),
        built.browser ?? bundleBrowser(),
        built.catalogues ?? writeCatalogues(output),
      ]);
      built = { browser: metafiles, catalogues };
      await writeFile(path.join(output, 'server/standby.mjs'), standby(program));
      await writeManifest(output, metafiles, catalogues);
      const files = Object.values(metafiles).flatMap(({ outputs }) => Object.keys(outputs));
      const urls = Object.values(catalogues).flatMap((byLocale) => Object.values(byLocale));
      current = new Set([...files, ...urls].map((file) => path.basename(file)));
    },
    async removeStale() {
      const stale = (await readdir(assets)).filter((name) => !current.has(name));
      await Promise.all(stale.map((name) => rm(path.join(assets, name), { force: true })));
    },
  };
}
