import { afterAll } from '@jest/globals';
import { freePort } from '../../provider/local/freePort.ts';
import { startRelyingParty, type RelyingParty } from './relyingParty.ts';
import type { StackOptions } from './stack.ts';
import { useStack, type StackInUse } from './useStack.ts';
import { worker } from './worker.ts';

/** The fixtures of an end-to-end test file with an OAuth2 provider. */
export interface OAuth2InUse extends StackInUse {
  /** The portal's origin, which applications know as the issuer. */
  url: string;
  /** Where Hydra's admin API is. */
  adminUrl: string;
  /** Registers and starts an application, which is stopped after the tests. @param registration see `startRelyingParty` */
  relyingParty: (registration?: Record<string, unknown>) => Promise<RelyingParty>;
}

/**
 * Starts an OAuth2 provider for a test file, with a stack in front of it, and stops both afterwards.
 *
 * @param options overrides of the usual stack
 */
export async function useOAuth2(options: StackOptions = {}): Promise<OAuth2InUse> {
  const port = options.port ?? (await freePort());
  const url = `http://localhost:${port}`;
  const { kratos, kratosPorts, portal, adminUrl, stop } = await worker.startOAuth2(url);
  const stackInUse = useStack({
    ...options,
    port,
    kratosPorts,
    kratos: { ...kratos, ...options.kratos },
    portal: { ...portal, ...options.portal },
  });
  const applications: RelyingParty[] = [];

  afterAll(async () => {
    await Promise.all(applications.map((application) => application.stop()));
    await stop();
  });

  return {
    ...stackInUse,
    url,
    adminUrl,
    relyingParty: async (registration) => {
      const application = await startRelyingParty(url, adminUrl, registration);
      applications.push(application);
      return application;
    },
  };
}
