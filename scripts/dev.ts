/**
 * The development server: after a change the portal is rebuilt and restarted, and open pages reload. After a change of
 * stylesheets alone, open pages only load those again. Scripts, settings and the provider's configuration are read once, at the start.
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

/** Matches the temporary files that editors (Vim's 4913, for example) and `sed` write beside the files that they save. */
const temporary = /^\.|~$|^4913$|^sed\w{6}$/;

/** Calls back when sources have changed, debounced. @param changes gets each directory, and the names that have changed in it */
function onChange(changes: Map<string, Set<string>>, changed: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  for (const directory of watched)
    watchTree(path.join(root, directory), (file) => {
      if (/\.test\.tsx?$/.test(file) || temporary.test(file)) return;
      changes.set(directory, (changes.get(directory) ?? new Set()).add(file));
      clearTimeout(timer);
      timer = setTimeout(changed, settleMs);
    });
}

const areStyles = (changes: Map<string, Set<string>>): boolean =>
  [...changes.values()].every((files) => [...files].every((file) => file.endsWith('.css')));

async function serveChanges(
  environment: NodeJS.ProcessEnv,
  { port, host }: { port: number; host: string },
): Promise<never> {
  let current = await prepare(environment);
  await wake(current);
  const front = frontServer(current.port, bundle.client);
  front.server.listen(port, host, () => {
    console.error(`${environment.PORTAL_URL} follows changes in ${watched.join(', ')}`);
  });
  let next = await prepare(environment);
  const changes = new Map<string, Set<string>>();
  let changed = Promise.withResolvers<undefined>();
  onChange(changes, () => {
    changed.resolve(undefined);
  });
  for (;;) {
    await changed.promise;
    changed = Promise.withResolvers();
    const changedIn = new Map(changes);
    changes.clear();
    const started = performance.now();
    const took = (): string => `after ${Math.round(performance.now() - started)} ms`;
    try {
      // a brand's stylesheet is created when the portal starts
      if (!environment.BRAND_FILE && areStyles(changedIn) && (await bundle.restyle())) {
        front.restyle();
        console.error(`restyled ${took()}`);
        continue;
      }
      await bundle.rebuild(changedIn.keys());
      const before = current;
      if (next.process.hasExited()) next = await prepare(environment);
      await wake(next);
      current = next;
      front.switchTo(current.port);
      console.error(`reloaded ${took()}`);
      next = await prepare(environment);
      await before.process.end();
      await bundle.removeStale();
    } catch (cause) {
      console.error(
        `${cause instanceof Error ? cause.message : String(cause)}\nthe previous version is still served`,
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
