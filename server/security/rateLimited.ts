import { PortalError } from '../errors.ts';

/**
 * The refusal of what happens too often.
 *
 * @param waitSeconds when to come back, in seconds; in the answer as `Retry-After` and as `retry_after`
 */
export const rateLimited = (waitSeconds: number): PortalError =>
  new PortalError(429, 'rate_limited', 'Too many requests. Please wait a moment and try again.', {
    headers: { 'Retry-After': String(waitSeconds) },
    details: { retry_after: waitSeconds },
  });
