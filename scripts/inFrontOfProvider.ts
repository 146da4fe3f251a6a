import { constants } from 'node:os';
import path from 'node:path';
import { freePort } from '../provider/local/freePort.ts';
import { endAllKept, type KeptProcess } from '../provider/local/keptProcess.ts';
import { endLeftovers, recordsDirectory } from '../provider/local/leftovers.ts';
import { claimDirectory } from '../provider/local/localDirectory.ts';
import { portProblem } from '../provider/local/portIsFree.mjs';
import { refuseProduction } from '../provider/local/refuseProduction.ts';
import { setting } from '../provider/local/setting.ts';
import type { Mails } from '../provider/mails/mails.ts';
import { readSettingsAndFiles } from '../server/brand/readSettingsAndFiles.ts';
import { requireWritable } from './firstChecks.mjs';
import { ownMails } from './mails/ownMails.ts';

const directory = path.join(import.meta.dirname, '../.cache/local');
const isLocal = (setting('KRATOS_PUBLIC_URL') ?? setting('ORY_SDK_URL')) === undefined;

/** Whether the portal, and with it the local provider, takes any free port. */
const takesAnyPort = setting('PORT') === '0';

/** The process that serves the portal. */
export type Served = Pick<KeptProcess, 'died' | 'end' | 'exited'>;

/** Returns where the portal listens, its origin, and a local provider's mails. @throws Error when a setting is wrong */
async function address(): Promise<{ port: number; host: string; portalUrl: string; mails: Mails }> {
  const port = takesAnyPort ? String(await freePort()) : setting('PORT');
  // settings that a local provider supplies
  const standIns = {
    KRATOS_PUBLIC_URL: 'http://127.0.0.1:4433',
    KRATOS_ADMIN_URL: 'http://127.0.0.1:4434',
    KRATOS_HOOKS_KEY: 'a-random-one-is-made-for-each-directory',
    COOKIE_SECRET: 'a random one is made for each directory',
  };
  const settings = readSettingsAndFiles({ ...process.env, PORT: port }, isLocal ? standIns : {});
  const { PORT, HOST, PORTAL_URL } = settings;
  if (isLocal) refuseProduction(PORTAL_URL);
  return { port: PORT, host: HOST, portalUrl: PORTAL_URL, mails: ownMails(settings) };
}

/**
 * Serves the portal in front of the provider that KRATOS_PUBLIC_URL or ORY_SDK_URL names, or else in front of a local
 * one that it starts, with a mailbox and sample accounts. Ctrl-C stops everything, including this process.
 *
 * @param bundle bundles the portal; called once the settings and the port are known to be good
 * @param serve starts the portal with its environment, including the PORT to listen on at `host`
 */
export async function serveInFrontOfProvider(
  bundle: () => void | Promise<void>,
  serve: (environment: NodeJS.ProcessEnv, address: { port: number; host: string }) => Served,
): Promise<void> {
  let portal: Served | undefined;
  let ending = false as boolean;

  /** Stops everything that was started, then this process. @param code its exit code; 0 for the portal's */
  async function end(code: number): Promise<void> {
    if (ending) return;
    ending = true;
    await portal?.end();
    await endAllKept();
    process.exit(code > 0 ? code : await portal?.exited);
  }

  async function start(): Promise<void> {
    const { port, host, portalUrl, mails } = await address();
    requireWritable(recordsDirectory);
    if (isLocal) claimDirectory(directory, `process ${process.pid}, ${portalUrl}`);
    if ((await endLeftovers()) > 0) console.error('stopped processes left over from an earlier start');
    const problem = await portProblem(port, host);
    if (problem) throw new Error(problem);
    await bundle();
    let failure: Promise<never> | undefined;
    let environment: NodeJS.ProcessEnv = { ...process.env, PORT: String(port), PORTAL_URL: portalUrl };
    if (isLocal) {
      const { startLocally } = await import('../provider/local/startLocally.ts');
      ({ environment, failure } = await startLocally({
        port,
        portalUrl,
        anyPorts: takesAnyPort,
        directory,
        mails,
        print: (line) => {
          if (!ending) console.log(line);
        },
      }));
    }
    portal = serve(environment, { port, host });
    const how = await Promise.race(failure ? [portal.died, failure] : [portal.died]);
    throw new Error(`The portal has exited (${how})`);
  }

  // writing to a closed terminal or pipe must not prevent the clean-up
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void end(portal ? 0 : 128 + constants.signals[signal]));
  // scripts/run.mjs has ended
  process.once('disconnect', () => void end(1));
  process.channel?.unref();

  try {
    await start();
  } catch (cause) {
    if (!ending) console.error(cause instanceof Error ? cause.message : cause);
    await end(1);
  }
}
