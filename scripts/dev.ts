/**
 * The development server: after a change the portal is rebuilt and restarted, and open pages reload. Scripts, settings and the
 * provider's configuration are read once, at the start.
 */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { watch } from 'chokidar';
import { context, type Metafile } from 'esbuild';
import express, { type Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import sirv from 'sirv';
import { freePort } from '../provider/local/freePort.ts';
import type { KeptProcess } from '../provider/local/keptProcess.ts';
import { servePortal } from '../provider/local/servePortal.ts';
import { writeCatalogues } from './bundle/catalogues.ts';
import { writeManifest } from './bundle/manifest.ts';
import { bundles, type Bundle } from './bundle/options.ts';
import { root } from './bundle/root.ts';
import { bundleStylesheets } from './bundle/stylesheets.ts';
import { serveInFrontOfProvider, type Served } from './inFrontOfProvider.ts';

const watched = ['client', 'server', 'shared', 'locales'];
/** Debounce for file changes, in milliseconds: an editor writes in several steps. */
const settleMs = 20;
const readyPollMs = 10;
/** How soon a page reconnects after `npm run dev` has ended, in milliseconds. */
const retryMs = 500;

/** Separate for each process: two may run in front of different providers. */
const output = path.join(root, `.cache/dev/${process.pid}`);
process.once('exit', () => rmSync(output, { recursive: true, force: true }));

const options = bundles(output, { development: true });
const contextOf = (bundle: Bundle) => context({ ...bundle, write: false, logLevel: 'silent' });
const [browser, server] = await Promise.all([
  contextOf({ ...options.client, inject: [path.join(import.meta.dirname, 'dev/reload.ts')] }),
  contextOf(options.server),
]);

/** Bundles, and keeps the files of earlier builds, which are still served if this one fails. @throws BuildFailure */
async function bundle(bundler: Awaited<ReturnType<typeof contextOf>>): Promise<Metafile> {
  const { metafile, outputFiles } = await bundler.rebuild();
  for (const { path: file, contents } of outputFiles) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, contents);
  }
  return metafile;
}

/** Bundles the portal, one part after the other, so that a mistake in several is reported once. @throws BuildFailure */
async function rebuild(): Promise<void> {
  const client = await bundle(browser);
  const styles = await bundleStylesheets(output, client);
  await bundle(server);
  await writeManifest(output, { client, styles }, await writeCatalogues(output));
}

interface Portal {
  port: number;
  process: KeptProcess;
}

/** Starts a portal on a free port. Resolves when it listens. @throws Error when it exits instead */
async function startPortal(environment: NodeJS.ProcessEnv): Promise<Portal> {
  const port = await freePort();
  const variables = { ...environment, HOST: '127.0.0.1', PORT: String(port) };
  const portal = servePortal(path.join(output, 'server/main.mjs'), {
    ...variables,
    NODE_COMPILE_CACHE: path.join(root, '.cache/dev-compiled'),
  });
  while (!(await fetch(`http://127.0.0.1:${port}/health/alive`).catch(() => undefined))) {
    if (portal.hasExited()) throw new Error('The portal could not be started');
    await pause(readyPollMs);
  }
  return { port, process: portal };
}

/** Matches the temporary files that editors (Vim's 4913, for example) and `sed` write beside the files that they save. */
const temporary = /^\.|~$|^4913$|^sed\w{6}$/;

/**
 * Calls back when sources have changed, debounced. Resolves once they are watched. On Linux, Node's own recursive watcher
 * loses files that are replaced, as git and many editors do when they save, and esbuild's polls.
 */
async function onChange(changed: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(watched, { cwd: root, ignoreInitial: true });
  watcher.on('all', (_event, file) => {
    if (/\.test\.tsx?$/.test(file) || temporary.test(path.basename(file))) return;
    clearTimeout(timer);
    timer = setTimeout(changed, settleMs);
  });
  await once(watcher, 'ready');
}

async function serveChanges(
  environment: NodeJS.ProcessEnv,
  { port, host }: { port: number; host: string },
): Promise<never> {
  let current = await startPortal(environment);
  let changed = Promise.withResolvers<undefined>();
  await onChange(() => changed.resolve(undefined));
  // only this server knows about reloading, and serves built files uncached; every portal's port identifies its build
  const pages = new Set<Response>();
  const announce = (page: Response): boolean => page.write(`data: ${current.port}\n\n`);
  const app = express()
    .get('/dev/builds', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write(`retry: ${retryMs}\n\n`);
      announce(response);
      pages.add(response);
      response.on('close', () => pages.delete(response));
    })
    .use(sirv(path.join(output, 'client'), { dev: true, single: false }))
    .use(
      createProxyMiddleware({
        router: () => `http://127.0.0.1:${current.port}`,
        on: {
          proxyRes: ({ headers }) => {
            headers['server-timing'] = `build;desc="${current.port}"`;
          },
        },
      }),
    );
  app.listen(port, host, () => {
    console.error(`${environment.PORTAL_URL} follows changes in ${watched.join(', ')}`);
  });
  for (;;) {
    await changed.promise;
    changed = Promise.withResolvers();
    const started = performance.now();
    try {
      await rebuild();
      const before = current;
      current = await startPortal(environment);
      pages.forEach(announce);
      console.error(`reloaded after ${Math.round(performance.now() - started)} ms`);
      await before.process.end();
    } catch (cause) {
      console.error(
        `${cause instanceof Error ? cause.message : String(cause)}\nthe previous version is still served`,
      );
    }
  }
}

await serveInFrontOfProvider(rebuild, (environment, address): Served => {
  const failed = serveChanges(environment, address).catch((cause: unknown) => String(cause));
  return { died: failed, end: () => Promise.resolve(), exited: Promise.resolve(0) };
});
