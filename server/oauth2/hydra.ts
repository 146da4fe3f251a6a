import { challengeOver, notConfigured } from '../http/errors.ts';
import type { Hydra } from '../provider/hydra.ts';
import type { Answered } from '../provider/challenges.ts';

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
