import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../provider/local/freePort.ts';
import { nodeFlags } from '../../provider/local/nodeFlags.ts';
import { endProcess, endOnExit } from '../../provider/local/processes.ts';

const server = path.join(import.meta.dirname, '../../dist/server/main.mjs');
const startDeadline = 60_000;
const pollInterval = 25;

/** A portal as in production: the bundled server in its own process. */
export interface RunningPortal {
  /** PORTAL_URL, which another portal may have, too. */
  url: string;
  /** Where this process itself listens. */
  ownUrl: string;
  pid: number;
  /** Its log so far. */
  log(): string;
  /** Resolves once its log matches; rejects if it exits first. */
  logged(what: RegExp): Promise<void>;
  /** Resolves with its exit code when it exits. */
  ended(): Promise<number | null>;
  stop(): Promise<void>;
}

/**
 * Starts the bundled portal and waits until it answers.
 *
 * @param environment its settings; PORT and PORTAL_URL have defaults
 * @param flags Node's flags
 * @throws Error with its log when it does not start
 */
export async function startPortal(
  environment: Record<string, string>,
  flags = nodeFlags,
): Promise<RunningPortal> {
  const port = environment.PORT ?? String(await freePort());
  const child = spawn(process.execPath, [...flags, server], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      COOKIE_SECRET: 'a secret of thirty-two characters or more',
      RATE_LIMIT: 'off',
      ...(environment.KRATOS_HOOKS_KEY === undefined && { KRATOS_HOOKS: 'off' }),
      PORTAL_URL: `http://localhost:${port}`,
      ...environment,
      PORT: port,
    },
  });
  endOnExit(child);
  let log = '';
  const output = new EventEmitter();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      output.emit('more');
    });
  const gone = new Promise<number | null>((resolve) => child.once('close', resolve));
  const logged = async (what: RegExp): Promise<void> => {
    while (!what.test(log)) {
      if (child.exitCode !== null) throw new Error(`the portal ended:\n${log}`);
      await Promise.race([once(output, 'more'), gone]);
    }
  };
  const url = environment.PORTAL_URL ?? `http://localhost:${port}`;
  const ownUrl = `http://${environment.HOST?.includes(':') ? '[::1]' : 'localhost'}:${port}`;
  const end = performance.now() + startDeadline;
  const started: RunningPortal = {
    url,
    ownUrl,
    pid: child.pid ?? 0,
    log: () => log,
    logged,
    ended: () => gone,
    stop: () => endProcess(child),
  };
  while (performance.now() < end && child.exitCode === null) {
    const answer = await fetch(`${ownUrl}/health/alive`, {
      headers: { connection: 'close' },
    }).catch(() => undefined);
    if (answer?.ok) return started;
    await pause(pollInterval);
  }
  // it may have ended again before it was asked
  if (log.includes('the portal is listening')) return started;
  await endProcess(child);
  throw new Error(`the portal did not start:\n${log}`);
}
