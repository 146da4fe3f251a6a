import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../provider/local/freePort.ts';
import { onPath } from '../../../provider/local/onPath.ts';
import { binaryProgram } from '../../../provider/local/serverProgram.ts';
import { startHydra } from '../../../provider/local/startHydra.ts';
import { startSandbox } from '../../../provider/sandbox/startSandbox.ts';
import { atEnd } from './atEnd.ts';
import { startStack, type Stack, type StackOptions } from './stack.ts';

/** A pair of ports of one server. */
interface Ports {
  public: number;
  admin: number;
}

/** A running Hydra, or the sandbox in its place. */
interface OAuth2 {
  publicUrl: string;
  adminUrl: string;
  /** The ports at which it expects Kratos, whose sessions a logout ends. */
  kratosPorts: Ports;
  /** Kratos' variables, which let it answer login challenges. */
  kratos: Record<string, string>;
  /** The portal's settings. */
  portal: Record<string, string>;
  stop: () => Promise<void>;
}

const freePorts = async (): Promise<Ports> => ({ public: await freePort(), admin: await freePort() });
const urlAt = (port: number): string => `http://127.0.0.1:${port}`;

/**
 * Starts the Hydra on PATH, or else the sandbox, with an empty database.
 *
 * @param portalUrl the portal's origin, which applications know as the issuer
 * @throws Error when it does not start
 */
async function startOAuth2(portalUrl: string): Promise<OAuth2> {
  const directory = await mkdtemp(path.join(process.env.TEST_DIRECTORY ?? tmpdir(), 'oauth2-'));
  const [ports, kratosPorts] = [await freePorts(), await freePorts()];
  const kratos = { publicUrl: urlAt(kratosPorts.public), adminUrl: urlAt(kratosPorts.admin) };
  const place = { directory, portalUrl, ports };
  const hydra = onPath('hydra');
  const running = await (hydra
    ? startHydra({ ...place, program: binaryProgram('hydra', hydra), kratosAdminUrl: kratos.adminUrl })
    : startSandbox(place));
  return {
    publicUrl: running.publicUrl,
    adminUrl: running.adminUrl,
    kratosPorts,
    kratos: { OAUTH2_PROVIDER_URL: running.adminUrl },
    portal: { HYDRA_PUBLIC_URL: running.publicUrl, HYDRA_ADMIN_URL: running.adminUrl },
    stop: async () => {
      await running.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A stack whose portal stands in front of an OAuth2 provider as well. */
export interface OAuth2Stack extends Stack {
  /** The URL of Hydra's admin API. */
  hydraAdminUrl: string;
}

/**
 * Starts a stack with an OAuth2 provider; stop it in `afterAll`.
 *
 * @param options overrides of the usual stack
 * @throws Error when a part of it does not start
 */
export async function startOAuth2Stack(options: StackOptions = {}): Promise<OAuth2Stack> {
  const port = options.port ?? (await freePort());
  const { kratos, kratosPorts, portal, adminUrl, stop } = await startOAuth2(`http://localhost:${port}`);
  const stack = await startStack({
    ...options,
    port,
    kratosPorts,
    kratos: { ...kratos, ...options.kratos },
    portal: { ...portal, ...options.portal },
  }).catch(async (cause: unknown) => {
    await stop();
    throw cause;
  });
  return {
    ...stack,
    hydraAdminUrl: adminUrl,
    stop: async () => {
      await stack.stop();
      await stop();
    },
  };
}

let shared: Promise<OAuth2Stack> | undefined;

/** This worker's stack with an OAuth2 provider, which its files use one after the other. */
export function sharedOAuth2Stack(): Promise<OAuth2Stack> {
  if (shared) return shared;
  const started = startOAuth2Stack();
  shared = started;
  atEnd(async () => (await started).stop());
  return started;
}
