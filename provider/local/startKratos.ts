import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './freePort.ts';
import { kratosEnvironment } from './kratosEnvironment.ts';
import { fileProgram, kratosBinary, type KratosProgram } from './kratosProgram.ts';
import { localSecrets } from './localSecrets.ts';
import { endProcess, endWithUs } from './processes.ts';

/** How long Kratos may take from its start until it is ready, in milliseconds. */
const startDeadline = 60_000;
const readyPollInterval = 50;

/**
 * SQLite lets writers wait for each other, and readers for nobody. Kratos' own lock around statements is off: a statement that
 * holds it while it waits for a transaction, which waits for the lock, would keep both until the first one fails.
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
  /** Where its database, secrets and log are kept; made when missing. */
  directory: string;
  /** The portal's origin, as browsers see it. */
  portalUrl: string;
  /** Where it hands in mail, as in `smtp://127.0.0.1:1025`. */
  smtpUrl: string;
  /** Variables over those that the place gives, as in `SELFSERVICE_FLOWS_LOGIN_LIFESPAN: '2s'`. */
  environment?: Record<string, string>;
  /** Free ones when not given. */
  ports?: { public: number; admin: number };
  /** The pinned one, or else the one on PATH, when not given. */
  program?: KratosProgram;
}

/** A Kratos that runs on this machine. */
export interface LocalKratos {
  publicUrl: string;
  adminUrl: string;
  logFile: string;
  stop(): Promise<void>;
  /** Stops it when it runs, and starts it on the same ports and database. @param changes variables to change from now on */
  restart(changes?: Record<string, string>): Promise<void>;
}

async function ready(adminUrl: string, child: ChildProcess, logFile: string): Promise<void> {
  const end = performance.now() + startDeadline;
  while (performance.now() < end && child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${adminUrl}/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(readyPollInterval);
  }
  const log = readFileSync(logFile, 'utf8').trim().split('\n').slice(-5).join('\n');
  throw new Error(`Kratos did not start; the end of ${logFile}:\n${log}`);
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
 * @throws Error with the end of Kratos' log when it does not start
 */
export async function startKratos(options: KratosOptions): Promise<LocalKratos> {
  const { directory, portalUrl, smtpUrl } = options;
  const program = options.program ?? (await defaultProgram());
  const ports = options.ports ?? { public: await freePort(), admin: await freePort() };
  mkdirSync(directory, { recursive: true });
  const logFile = path.join(directory, 'kratos.log');
  const adminUrl = `http://127.0.0.1:${ports.admin}`;
  const mail = new URL(smtpUrl);
  mail.hostname = program.loopback;
  mail.searchParams.set('disable_starttls', 'true');
  let environment = {
    ...kratosEnvironment({
      portalUrl,
      dsn: `sqlite://${path.join(directory, 'kratos.sqlite')}?${sqliteOptions}`,
      smtpUrl: mail.href,
      host: program.listenOn,
      publicPort: ports.public,
      adminPort: ports.admin,
      schemaFile: path.join(program.configuration, 'identity.schema.json'),
      secrets: localSecrets(directory),
    }),
    ...options.environment,
  };

  const run = (args: string[]): ChildProcess => {
    const [command, ...rest] = program.command(
      [...args, '--config', path.join(program.configuration, 'kratos.yml')],
      { environment, directory, ports: [ports.public, ports.admin] },
    );
    const log = openSync(logFile, 'a');
    const child = spawn(command, rest, {
      cwd: directory,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
      stdio: ['ignore', log, log],
      detached: true,
    });
    closeSync(log);
    endWithUs(child);
    return child;
  };
  const migrate = async (): Promise<void> => {
    const child = run(['migrate', 'sql', '--read-from-env', '--yes']);
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
    if (code !== 0) throw new Error(`Kratos could not migrate its database; see ${logFile}`);
  };
  const serve = async (): Promise<ChildProcess> => {
    const child = run(['serve', '--watch-courier']);
    try {
      await ready(adminUrl, child, logFile);
    } catch (cause) {
      await endProcess(child);
      throw cause;
    }
    return child;
  };

  await migrate();
  let child = await serve();
  return {
    publicUrl: `http://127.0.0.1:${ports.public}`,
    adminUrl,
    logFile,
    stop: () => endProcess(child),
    async restart(changes = {}) {
      await endProcess(child);
      environment = { ...environment, ...changes };
      child = await serve();
    },
  };
}
