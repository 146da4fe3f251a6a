import { PortalError, timedOut, unreachable } from '../../http/errors.ts';
import { causeCode } from './causeCode.ts';

/** An upstream that said nothing for too long. */
export class UpstreamTimeout extends Error {
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    super(`timeout of ${milliseconds} ms exceeded`);
    this.milliseconds = milliseconds;
  }
}

/**
 * What went wrong between the portal and an upstream, as an answer that names nothing of the inside.
 *
 * @param cause what Node's client or the gateway itself reported
 * @returns 504 `upstream_timeout`; 502 `upstream_reset` for a connection that was cut, `upstream_invalid` for an answer that
 *   is not HTTP, `upstream_unreachable` for everything else; a PortalError as it is
 */
export function upstreamFailure(cause: unknown): PortalError {
  if (cause instanceof PortalError) return cause;
  const failure = (id: string, message: string, reason: string) =>
    new PortalError(502, id, reason, { cause, details: { message } });
  if (cause instanceof UpstreamTimeout) return timedOut(cause.milliseconds, cause);
  const code = causeCode(cause);
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return failure('upstream_reset', 'Request aborted', 'The identity service cut the connection.');
  if (code?.startsWith('HPE_'))
    return failure('upstream_invalid', 'Network Error', 'The identity service sent no valid answer.');
  return unreachable(cause);
}

/** The error of a call that is one too many for an upstream at a time: 503 `upstream_busy`. */
export const upstreamBusy = (): PortalError =>
  new PortalError(
    503,
    'upstream_busy',
    'The identity service has too much to do. Please try again in a moment.',
    { waitSeconds: 1 },
  );
