import { challengeOver } from '../http/errors.ts';
import type { Answered } from '../provider/challenges.ts';

/**
 * Returns where the browser continues after a challenge was answered. @throws PortalError 410 when the challenge is
 * over
 */
export function destination(answered: Answered): string {
  if ('over' in answered) throw challengeOver();
  return answered.redirectTo;
}
