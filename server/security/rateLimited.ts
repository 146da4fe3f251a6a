import { PortalError } from '../http/errors.ts';

/**
 * The refusal of what happens too often.
 *
 * @param waitSeconds when to come back, in seconds
 */
export const rateLimited = (waitSeconds: number): PortalError =>
  new PortalError(429, 'rate_limited', 'Too many requests. Please wait a moment and try again.', {
    waitSeconds,
  });
