import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { failureInLog } from './failureInLog.ts';
import { startKept, type KeptProcess } from './keptProcess.ts';
import { databaseFile } from './localDirectory.ts';
import { titleOf, type ServerProgram } from './serverProgram.ts';

/** How long a server may take to become ready, in milliseconds. */
const startDeadline = 60_000;
const readyPollInterval = 50;

/**
 * With WAL, SQLite's readers never wait; writers wait for each other. The servers' own statement lock is off because
 * it deadlocks until a timeout: a statement holds it while waiting for a transaction, which in turn waits for the
 * lock.
 */
const sqliteOptions = [
  '_fk=true',
  '_busy_timeout=5000',
  '_journal_mode=WAL',
  '_synchronous=NORMAL',
  '_txlock=immediate',
  'lock=false',
].join('&');

/** One of the provider's servers: its program, environment, data and ports. */
export interface ServerOptions {
  /** As in `kratos`; its configuration is `kratos.yml`, its log `kratos.log`. */
  server: string;
  program: ServerProgram;
  /** Holds its database and log; created when missing. */
  directory: string;
  /** Its variables, other than its database and the addresses of its APIs. */
  environment: Record<string, string>;
  /** The port of each of its APIs, as in `{ public: 4433, admin: 4434 }`. */
  ports: Record<string, number>;
  /** An SQLite database that it has migrated before: the server uses a copy, and migrates nothing. */
  migrated?: string;
  /** Its arguments for migrating its database, and for serving. */
  migrate: string[];
  serve: string[];
  /** Answers 200 at `/health/ready` once it is ready. */
  readyUrl: string;
}

/** A provider server running on this machine. */
export interface LocalServer {
  /** As in `Kratos`. */
  title: string;
  logFile: string;
  /** Resolves when it exits on its own, with the reason, as in `SIGKILL`. */
  died(): Promise<string>;
  stop(): Promise<void>;
  /** Restarts it on the same ports and database. @param changes variables to change from now on */
  restart(changes?: Record<string, string>): Promise<void>;
}

async function ready(url: string, process: KeptProcess): Promise<boolean> {
  const end = performance.now() + startDeadline;
  while (performance.now() < end && !process.hasExited()) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (answer?.ok) return true;
    await pause(readyPollInterval);
  }
  return false;
}

/**
 * Migrates a server's database (or copies a migrated one), serves, and waits until it is ready.
 *
 * @throws Error in one line with the cause from its log when it does not start
 */
export async function startServer(options: ServerOptions): Promise<LocalServer> {
  const { server, program, directory, ports } = options;
  const title = titleOf(server);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const logFile = path.join(directory, `${server}.log`);
  let environment: Record<string, string> = {
    DSN: `sqlite://${databaseFile(directory, server)}?${sqliteOptions}`,
    ...Object.fromEntries(
      Object.entries(ports).flatMap(([api, port]) => [
        [`SERVE_${api.toUpperCase()}_HOST`, program.listenOn],
        [`SERVE_${api.toUpperCase()}_PORT`, String(port)],
      ]),
    ),
    SQA_OPT_OUT: 'true',
    ...options.environment,
  };

  let current: KeptProcess;
  const run = (args: string[]): KeptProcess => {
    const { command, cleanUp } = program.command(
      [...args, '--config', path.join(program.configuration, `${server}.yml`)],
      { environment, directory, ports: Object.values(ports) },
    );
    const log = openSync(logFile, 'a');
    try {
      return startKept(command, {
        cwd: directory,
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          // for the watchdog, which is TypeScript
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
          NODE_COMPILE_CACHE_PORTABLE: process.env.NODE_COMPILE_CACHE_PORTABLE,
          ...environment,
        },
        output: [log, log],
        cleanUp,
      });
    } finally {
      closeSync(log);
    }
  };
  /** Runs a step of the start. @throws Error in one line, with the cause from the lines logged during the step */
  const step = async (what: string, done: () => Promise<boolean>): Promise<void> => {
    const before = existsSync(logFile) ? statSync(logFile).size : 0;
    if (await done()) return;
    const cause = failureInLog(readFileSync(logFile).subarray(before).toString('utf8'));
    throw new Error(`${title} could not ${what}: ${cause} (see ${logFile})`);
  };
  const serve = (): Promise<void> =>
    step('start', async () => {
      current = run(options.serve);
      if (await ready(options.readyUrl, current)) return true;
      await current.end();
      return false;
    });

  if (options.migrated) copyFileSync(options.migrated, databaseFile(directory, server));
  else
    await step('prepare its database', async () => {
      current = run(options.migrate);
      return (await current.exited) === 0;
    });
  await serve();
  return {
    title,
    logFile,
    died: () => current.died,
    stop: () => current.end(),
    async restart(changes = {}) {
      await current.end();
      environment = { ...environment, ...changes };
      await serve();
    },
  };
}
