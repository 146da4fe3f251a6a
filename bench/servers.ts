import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../provider/local/freePort.ts';
import { nodeEnvironment, nodeFlags } from '../provider/local/nodeFlags.ts';
import { endOnExit, endProcess } from '../provider/local/processes.ts';

const pollInterval = 25;
const children: ChildProcess[] = [];
const secret = 'a secret of thirty-two characters or more';

/** A server to measure. */
export interface Server {
  name: string;
  url: string;
  pid: number;
}

interface ServerStart {
  /** A path that it answers once it is ready. */
  probe: string;
  environment?: Record<string, string>;
  /** Its working directory; this process' own by default. */
  directory?: string;
}

/**
 * Starts a server in its own process, with PORT in its environment, and waits until it answers.
 *
 * @param args the arguments for the port to listen on
 * @throws Error if it ends before
 */
export async function startServer(
  name: string,
  command: string,
  args: (port: number) => string[],
  { probe, environment, directory }: ServerStart,
): Promise<Server> {
  const port = await freePort();
  const child = spawn(command, args(port), {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), ...environment },
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  child.on('error', () => undefined);
  children.push(child);
  endOnExit(child);
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url + probe).catch(() => undefined))) {
    if (child.pid === undefined || child.exitCode !== null) throw new Error(`${command} does not start`);
    await pause(pollInterval);
  }
  return { name, url, pid: child.pid ?? 0 };
}

/** Stops all servers that have been started. */
export async function stopServers(): Promise<void> {
  for (const child of children.splice(0)) await endProcess(child);
}

/**
 * Starts a program of this folder's `programs`: the upstream, Express with the flow's fetch alone, or a plain
 * http-proxy-middleware.
 *
 * @param target the URL of its upstream
 */
export const startProgram = (
  name: string,
  file: 'upstream' | 'barePage' | 'bareProxy',
  target = '',
): Promise<Server> =>
  startServer(name, process.execPath, () => [path.join(import.meta.dirname, `programs/${file}.ts`)], {
    probe: '/login',
    environment: { TARGET: target },
  });

/**
 * Starts Ory's reference UI, [kratos-selfservice-ui-node](https://github.com/ory/kratos-selfservice-ui-node), on the same Node.
 *
 * @param directory a checkout of it that has been built
 * @param upstream the URL of its identity service
 */
export const startReferenceUi = (directory: string, upstream: string): Promise<Server> =>
  startServer('reference UI', process.execPath, () => ['lib/index.js'], {
    probe: '/health/alive',
    directory,
    environment: {
      KRATOS_PUBLIC_URL: upstream,
      KRATOS_BROWSER_URL: upstream,
      COOKIE_SECRET: secret,
      CSRF_COOKIE_NAME: 'csrf',
      CSRF_COOKIE_SECRET: secret,
    },
  });

/**
 * Starts the built portal without rate limits, and the one of another build, BENCH_OTHER, beside it.
 *
 * @param upstream the URL of its identity service
 */
export async function startPortals(upstream: string): Promise<Server[]> {
  const builds = { portal: '../dist/server/main.mjs', 'other build': process.env.BENCH_OTHER };
  const servers: Server[] = [];
  for (const [name, build] of Object.entries(builds)) {
    if (build === undefined) continue;
    const args = [...nodeFlags, path.resolve(import.meta.dirname, build)];
    const environment = {
      ...nodeEnvironment,
      // a portal at localhost would redirect away from the measured address
      PORTAL_URL: 'http://127.0.0.1',
      KRATOS_PUBLIC_URL: upstream,
      COOKIE_SECRET: secret,
      RATE_LIMIT: 'off',
      KRATOS_HOOKS: 'off',
    };
    const start = { probe: '/health/alive', environment };
    servers.push(await startServer(name, process.execPath, () => args, start));
  }
  return servers;
}
