/**
 * The development server: after a change the portal is rebuilt and restarted, and open pages reload.
 * Scripts, settings and the provider's configuration are read once, at the start.
 */
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../provider/local/freePort.ts';
import type { KeptProcess } from '../provider/local/keptProcess.ts';
import { servePortal } from '../provider/local/servePortal.ts';
import { root } from './bundle/root.ts';
import { frontServer } from './dev/frontServer.ts';
import { watchTree } from './dev/watchTree.ts';
import { watchedBundle } from './dev/watchedBundle.ts';
import { serveInFrontOfProvider, type Served } from './inFrontOfProvider.ts';

const watched = ['client', 'server', 'shared', 'locales'];
/** Debounce for file changes, in milliseconds: an editor writes in several steps. */
const settleMs = 20;
const readyPollMs = 10;
/** Timeout of a health check, in milliseconds. */
const answerDeadlineMs = 1000;
/** Node's compile cache, which speeds up starts. */
const compileCache = path.join(root, '.cache/dev-compiled');

const bundle = await watchedBundle();

async function isAlive(port: number): Promise<boolean> {
  const signal = AbortSignal.timeout(answerDeadlineMs);
  const answer = await fetch(`http://127.0.0.1:${port}/health/alive`, { signal }).catch(() => undefined);
  return answer?.ok === true;
}

interface Portal {
  port: number;
  process: KeptProcess;
}

/** Starts a standby portal on a free port; see `watchedBundle`. */
async function prepare(environment: NodeJS.ProcessEnv): Promise<Portal> {
  const port = await freePort();
  const variables = {
    ...environment,
    HOST: '127.0.0.1',
    PORT: String(port),
    // workers would start the standby script instead of the portal
    WORKERS: '1',
    NODE_COMPILE_CACHE: compileCache,
  };
  return { port, process: servePortal(bundle.server, variables) };
}

/** Lets a standby portal load the current bundle. Resolves when it listens. @throws Error when it exits instead */
async function wake({ port, process }: Portal): Promise<void> {
  while (!(await isAlive(port))) {
    if (process.hasExited()) throw new Error('The portal could not be started');
    await pause(readyPollMs);
  }
}

/** Calls back when sources have changed, debounced. @param directories gets the directories that they are in */
function onChange(directories: Set<string>, changed: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  for (const directory of watched)
    watchTree(path.join(root, directory), (file) => {
      if (/\.test\.tsx?$/.test(file)) return;
      directories.add(directory);
      clearTimeout(timer);
      timer = setTimeout(changed, settleMs);
    });
}

async function serveChanges(
  environment: NodeJS.ProcessEnv,
  { port, host }: { port: number; host: string },
): Promise<never> {
  let current = await prepare(environment);
  await wake(current);
  const front = frontServer(current.port);
  front.server.listen(port, host, () => {
    console.error(`${environment.PORTAL_URL} follows changes in ${watched.join(', ')}`);
  });
  let next = await prepare(environment);
  const stale = new Set<string>();
  let changed = Promise.withResolvers<undefined>();
  onChange(stale, () => {
    changed.resolve(undefined);
  });
  for (;;) {
    await changed.promise;
    changed = Promise.withResolvers();
    const directories = [...stale];
    stale.clear();
    const started = performance.now();
    try {
      await bundle.rebuild(directories);
      const before = current;
      if (next.process.hasExited()) next = await prepare(environment);
      await wake(next);
      current = next;
      front.switchTo(current.port);
      console.error(`reloaded after ${Math.round(performance.now() - started)} ms`);
      next = await prepare(environment);
      await before.process.end();
      await bundle.removeStale();
    } catch (cause) {
      console.error(
        `the previous version is still served: ${cause instanceof Error ? cause.message : String(cause)}`,
      );
    }
  }
}

await serveInFrontOfProvider(
  () => bundle.rebuild([]),
  (environment, address): Served => {
    const failed = serveChanges(environment, address).catch((cause: unknown) => String(cause));
    return { died: failed, end: () => Promise.resolve(), exited: Promise.resolve(0) };
  },
);
