import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../provider/local/freePort.ts';
import { startHydra } from '../../../provider/local/startHydra.ts';
import { shareStack, startStack, type Stack, type StackOptions } from './stack.ts';

/** A stack whose portal stands in front of Hydra as well. */
export interface OAuth2Stack extends Stack {
  /** The URL of Hydra's admin API. */
  hydraAdminUrl: string;
}

/**
 * Starts a stack with Hydra; stop it in `afterAll`.
 *
 * @param options overrides of the usual stack
 * @throws Error when a part of it does not start
 */
export async function startOAuth2Stack(options: StackOptions = {}): Promise<OAuth2Stack> {
  const port = options.port ?? (await freePort());
  const kratosPorts = options.kratosPorts ?? { public: await freePort(), admin: await freePort() };
  const directory = await mkdtemp(path.join(process.env.TEST_DIRECTORY ?? tmpdir(), 'hydra-'));
  const { HYDRA_WITH_KEYS: withKeys } = process.env;
  if (withKeys) await cp(withKeys, directory, { recursive: true });
  const hydra = await startHydra({
    directory,
    portalUrl: `http://localhost:${port}`,
    kratosAdminUrl: `http://127.0.0.1:${kratosPorts.admin}`,
  });
  const stop = async (): Promise<void> => {
    await hydra.stop();
    await rm(directory, { recursive: true, force: true });
  };
  const stack = await startStack({
    ...options,
    port,
    kratosPorts,
    kratos: { OAUTH2_PROVIDER_URL: hydra.adminUrl, ...options.kratos },
    portal: { HYDRA_PUBLIC_URL: hydra.publicUrl, HYDRA_ADMIN_URL: hydra.adminUrl, ...options.portal },
  }).catch(async (cause: unknown) => {
    await stop();
    throw cause;
  });
  return {
    ...stack,
    hydraAdminUrl: hydra.adminUrl,
    stop: async () => {
      await stack.stop();
      await stop();
    },
  };
}

/** This worker's stack with Hydra, which its files use one after the other. */
export const sharedOAuth2Stack = shareStack(startOAuth2Stack);
