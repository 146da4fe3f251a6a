import { closeSync, existsSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './freePort.ts';
import { startKept, type KeptProcess } from './keptProcess.ts';
import { kratosCause } from './kratosCause.ts';
import { kratosEnvironment } from './kratosEnvironment.ts';
import { fileProgram, kratosBinary, type KratosProgram } from './kratosProgram.ts';
import { databaseFile } from './localDirectory.ts';
import { localSecrets } from './localSecrets.ts';

/** How long Kratos may take from its start until it is ready, in milliseconds. */
const startDeadline = 60_000;
const readyPollInterval = 50;

/**
 * With WAL, SQLite's readers never wait; writers wait for each other. Kratos' own statement lock is off: it deadlocks
 * until a timeout: a statement holds it while waiting for a transaction, which in turn waits for the lock.
 */
const sqliteOptions = [
  '_fk=true',
  '_busy_timeout=5000',
  '_journal_mode=WAL',
  '_synchronous=NORMAL',
  '_txlock=immediate',
  'lock=false',
].join('&');

export interface KratosOptions {
  /** Holds its database, secrets and log; created when missing. */
  directory: string;
  /** The portal's origin, as browsers see it. */
  portalUrl: string;
  /** The SMTP server for its mail, as in `smtp://127.0.0.1:1025`. */
  smtpUrl: string;
  /** Overrides of its environment, as in `SELFSERVICE_FLOWS_LOGIN_LIFESPAN: '2s'`. */
  environment?: Record<string, string>;
  /** Free ports by default. */
  ports?: { public: number; admin: number };
  /** By default the pinned Kratos, or else the one on PATH. */
  program?: KratosProgram;
}

/** A Kratos that runs on this machine. */
export interface LocalKratos {
  publicUrl: string;
  adminUrl: string;
  logFile: string;
  /** Resolves when it exits on its own, with the reason, as in `SIGKILL`. */
  died(): Promise<string>;
  stop(): Promise<void>;
  /** Restarts it on the same ports and database. @param changes variables to change from now on */
  restart(changes?: Record<string, string>): Promise<void>;
}

async function ready(adminUrl: string, kratos: KeptProcess): Promise<boolean> {
  const end = performance.now() + startDeadline;
  while (performance.now() < end && !kratos.hasExited()) {
    const answer = await fetch(`${adminUrl}/health/ready`).catch(() => undefined);
    if (answer?.ok) return true;
    await pause(readyPollInterval);
  }
  return false;
}

async function defaultProgram(): Promise<KratosProgram> {
  const file = await kratosBinary();
  if (!file) throw new Error('Kratos is missing: install Go and a C compiler, or put kratos on PATH');
  return fileProgram(file, file);
}

/**
 * Starts Kratos from provider/kratos/kratos.yml on loopback with an SQLite database: migrates it, serves, sends mail,
 * and waits until it is ready.
 *
 * @throws Error in one line with the cause from Kratos' log when it does not start
 */
export async function startKratos(options: KratosOptions): Promise<LocalKratos> {
  const { directory, portalUrl, smtpUrl } = options;
  const program = options.program ?? (await defaultProgram());
  const ports = options.ports ?? { public: await freePort(), admin: await freePort() };
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const logFile = path.join(directory, 'kratos.log');
  const adminUrl = `http://127.0.0.1:${ports.admin}`;
  const mail = new URL(smtpUrl);
  mail.hostname = program.loopback;
  mail.searchParams.set('disable_starttls', 'true');
  let environment = {
    ...kratosEnvironment({
      portalUrl,
      dsn: `sqlite://${databaseFile(directory)}?${sqliteOptions}`,
      smtpUrl: mail.href,
      host: program.listenOn,
      publicPort: ports.public,
      adminPort: ports.admin,
      schemaFile: path.join(program.configuration, 'identity.schema.json'),
      secrets: localSecrets(directory),
    }),
    ...options.environment,
  };

  let current: KeptProcess;
  const run = (args: string[]): KeptProcess => {
    const { command, cleanUp } = program.command(
      [...args, '--config', path.join(program.configuration, 'kratos.yml')],
      { environment, directory, ports: [ports.public, ports.admin] },
    );
    const log = openSync(logFile, 'a');
    try {
      return startKept(command, {
        cwd: directory,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
        output: [log, log],
        cleanUp,
      });
    } finally {
      closeSync(log);
    }
  };
  /** Runs a step of the start. @throws Error in one line, with the cause from what Kratos logged during the step */
  const step = async (what: string, done: () => Promise<boolean>): Promise<void> => {
    const before = existsSync(logFile) ? statSync(logFile).size : 0;
    if (await done()) return;
    const cause = kratosCause(readFileSync(logFile).subarray(before).toString('utf8'));
    throw new Error(`Kratos could not ${what}: ${cause} (${logFile} tells more)`);
  };
  const migrate = (): Promise<void> =>
    step('prepare its database', async () => {
      current = run(['migrate', 'sql', '--read-from-env', '--yes']);
      return (await current.exited) === 0;
    });
  const serve = (): Promise<void> =>
    step('start', async () => {
      current = run(['serve', '--watch-courier']);
      if (await ready(adminUrl, current)) return true;
      await current.end();
      return false;
    });

  await migrate();
  await serve();
  return {
    publicUrl: `http://127.0.0.1:${ports.public}`,
    adminUrl,
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
