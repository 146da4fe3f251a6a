import { rmSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { context, type Metafile } from 'esbuild';
import { bundles, root, writeCatalogues, writeManifest } from '../bundles.ts';

/** Separate for each process: two may run in front of different providers. */
const output = path.join(root, `.cache/dev/${process.pid}`);
const assets = path.join(output, 'client/assets');

/** The bundled portal, rebuilt after changes. */
export interface WatchedBundle {
  /** The script to run: preloads the packages, then starts the server on the first connection to its port. */
  server: string;
  /** Rebuilds what has changed. @throws Error when that fails; esbuild has printed why */
  rebuild(): Promise<void>;
  /** Removes the assets of earlier builds. */
  removeStale(): Promise<void>;
}

/** A script that preloads the packages and waits: most of a start is then done before a file changes. */
function standby({ outputs }: Metafile): string {
  const imports = Object.values(outputs).flatMap((output) => output.imports.filter((one) => one.external));
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
  const { client, styles, server } = bundles(output, { development: true });
  const reload = path.join(import.meta.dirname, 'reload.ts');
  const parts = await Promise.all([
    context({ ...client, inject: [reload], logLevel: 'warning' }),
    context({ ...styles, logLevel: 'warning' }),
    context({ ...server, logLevel: 'warning' }),
  ]);
  process.once('exit', () => rmSync(output, { recursive: true, force: true }));
  await mkdir(assets, { recursive: true });
  let current = new Set<string>();
  return {
    server: path.join(output, 'server/standby.mjs'),
    async rebuild() {
      const [scripts, sheets, program] = await Promise.all(parts.map((part) => part.rebuild()));
      if (!scripts || !sheets || !program) throw new Error('nothing was bundled');
      const metafiles = { client: scripts.metafile, styles: sheets.metafile };
      const locales = await writeCatalogues(output);
      await writeFile(path.join(output, 'server/standby.mjs'), standby(program.metafile));
      await writeManifest(output, metafiles, locales);
      const files = Object.values(metafiles).flatMap(({ outputs }) => Object.keys(outputs));
      current = new Set([...files, ...Object.values(locales)].map((file) => path.basename(file)));
    },
    async removeStale() {
      const stale = (await readdir(assets)).filter((name) => !current.has(name));
      await Promise.all(stale.map((name) => rm(path.join(assets, name), { force: true })));
    },
  };
}
