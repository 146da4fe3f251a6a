import { afterAll } from '@jest/globals';
import { sharedOAuth2Stack, startOAuth2Stack } from './oauth2Stack.ts';
import { startRelyingParty, type RelyingParty } from './relyingParty.ts';
import type { StackOptions } from './stack.ts';
import { useRunningStack, type StackInUse } from './useStack.ts';
import type { VisitorOptions } from './visitor.ts';

/** The fixtures of an end-to-end test file with Hydra. */
export interface OAuth2InUse extends StackInUse {
  /** The portal's origin, which applications know as the issuer. */
  url: string;
  /** The URL of Hydra's admin API. */
  adminUrl: string;
  /** Registers and starts an application, and stops it after the tests. @param registration see `startRelyingParty` */
  relyingParty: (registration?: Record<string, unknown>) => Promise<RelyingParty>;
}

/**
 * Gives a test file a stack with Hydra, which it shares with other files unless it needs one of its own.
 *
 * @param options starts a stack for this file alone, with these overrides; by default the file uses the shared one
 * @param usual options of all visitors
 */
export async function useOAuth2(options?: StackOptions, usual: VisitorOptions = {}): Promise<OAuth2InUse> {
  const stack = await (options ? startOAuth2Stack(options) : sharedOAuth2Stack());
  const { url, hydraAdminUrl: adminUrl } = stack;
  const stackInUse = useRunningStack(() => Promise.resolve(stack), options !== undefined, usual);
  const applications: RelyingParty[] = [];

  afterAll(() => Promise.all(applications.map((application) => application.stop())));

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
