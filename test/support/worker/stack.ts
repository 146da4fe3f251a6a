import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testedBinary } from '../../../provider/local/findProgram.ts';
import { freePort } from '../../../provider/local/freePort.ts';
import { binaryProgram, type ServerProgram } from '../../../provider/local/serverProgram.ts';
import { startKratos, type LocalKratos } from '../../../provider/local/startKratos.ts';
import { startMailbox, type Mailbox } from '../../../provider/local/startMailbox.ts';
import { fastHashes } from '../fastHashes.ts';
import { startPortal, type RunningPortal } from '../portal.ts';
import { atEnd, endWithWorker } from './atEnd.ts';

/** A real Kratos, its mailbox, and the portal in front of it. */
export interface Stack {
  /** The portal's origin. */
  url: string;
  kratos: LocalKratos;
  mailbox: Mailbox;
  portal: RunningPortal;
  stop(): Promise<void>;
}

export interface StackOptions {
  /** Variables for Kratos, as in `SELFSERVICE_FLOWS_LOGIN_LIFESPAN: '2s'`. */
  kratos?: Record<string, string>;
  /** Kratos' ports; free ones by default. */
  kratosPorts?: { public: number; admin: number };
  /** Merged into kratos.yml. Its lists replace those of the file, which variables cannot do. */
  configuration?: object;
  /** Whether Kratos refuses common passwords. */
  refusesCommonPasswords?: boolean;
  /** The portal's port; a free one by default. */
  port?: number;
  /** Settings of the portal. */
  portal?: Record<string, string>;
}

/** A Kratos with an additional JSON configuration file. */
async function programWith(file: string, configuration: object): Promise<ServerProgram> {
  await writeFile(file, JSON.stringify(configuration));
  const program = binaryProgram('kratos', await testedBinary('kratos'));
  return { ...program, command: (args, run) => program.command([...args, '--config', file], run) };
}

/**
 * Starts a stack with an empty database for a test file; stop it in `afterAll`.
 *
 * @throws Error when a part of it does not start; the other parts are stopped then
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const directory = await mkdtemp(path.join(process.env.TEST_DIRECTORY ?? tmpdir(), 'portal-'));
  const port = options.port ?? (await freePort());
  const url = `http://localhost:${port}`;
  const started: { stop(): Promise<void> }[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((part) => part.stop()));
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const mailbox = await startMailbox();
    started.push(mailbox);
    const kratos = await startKratos({
      directory,
      portalUrl: url,
      refusesCommonPasswords: options.refusesCommonPasswords ?? false,
      smtpUrl: mailbox.smtpUrl,
      // it lives too briefly to collect its garbage often
      environment: { ...fastHashes, GOGC: '400', ...options.kratos },
      ports: options.kratosPorts,
      migrated: process.env.MIGRATED_DATABASE,
      program:
        options.configuration &&
        (await programWith(path.join(directory, 'configuration.json'), options.configuration)),
    });
    started.push(kratos);
    const portal = await startPortal({
      PORT: String(port),
      PORTAL_URL: url,
      KRATOS_PUBLIC_URL: kratos.publicUrl,
      KRATOS_ADMIN_URL: kratos.adminUrl,
      KRATOS_HOOKS_KEY: kratos.hooksKey,
      SMTP_URL: `${mailbox.smtpUrl}/?disable_starttls=true`,
      ...options.portal,
    });
    started.push(portal);
    endWithWorker(portal.pid);
    return { url, kratos, mailbox, portal, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

/** Returns a function that starts a stack once for this worker, whose files use it one after the other. */
export function shareStack<Started extends Stack>(start: () => Promise<Started>): () => Promise<Started> {
  let shared: Promise<Started> | undefined;
  return () => {
    if (shared) return shared;
    const started = start();
    shared = started;
    atEnd(async () => (await started).stop());
    return started;
  };
}

/** The usual stack of this worker: accounts and mails of other files are in it. */
export const sharedStack = shareStack(() => startStack({ portal: { SUPPORT_EMAIL: 'help@example.org' } }));

/** One whose portal keeps what happens, in `dataDirectory`. */
export const sharedStoreStack = shareStack(async () => {
  const dataDirectory = await mkdtemp(path.join(process.env.TEST_DIRECTORY ?? tmpdir(), 'store-'));
  return { ...(await startStack({ portal: { DATA_DIRECTORY: dataDirectory } })), dataDirectory };
});
