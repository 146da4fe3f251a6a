import { challengeOver, notConfigured } from '../http/errors.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import type { Settings } from '../settings/config.ts';
import type { Hydra } from '../upstreams/hydra.ts';
import type { Answered } from '../upstreams/challenges.ts';
import type { Provider } from '../upstreams/provider.ts';
import type { Recorder } from '../store/recorder.ts';
import type { AfterLogout, HydraSession } from './hydraSession.ts';

/** What the area's pages and forms need beside the visit. */
export interface OAuth2Options extends BrowserCookies, Pick<Provider, 'hydra' | 'kratos' | 'credentials'> {
  settings: Settings;
  /** Keeps what happened to accounts; without it, nobody does. */
  record?: Recorder | undefined;
  hydraSession: HydraSession;
  afterLogout: AfterLogout;
}

/** Returns the client of Hydra's admin API. @throws PortalError 501 if the settings name none */
export function requireHydra(hydra: Hydra | undefined): Hydra {
  if (!hydra) throw notConfigured('HYDRA_ADMIN_URL');
  return hydra;
}

/** Returns the URL to continue at after a challenge was answered. @throws PortalError 410 when the challenge is over */
export function urlAfter(answered: Answered): string {
  if ('over' in answered) throw challengeOver();
  return answered.redirectTo;
}
