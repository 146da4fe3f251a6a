import { upstreamInvalid, upstreamReset, upstreamTimeout, upstreamUnreachable } from './upstreamErrors.ts';
import { PortalError } from '../http/PortalError.ts';

/** An upstream was silent for too long. */
export class UpstreamTimeout extends Error {
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    super(`timeout of ${milliseconds} ms exceeded`);
    this.milliseconds = milliseconds;
  }
}

/**
 * Turns a failure between the portal and an upstream into an error that reveals no internals.
 *
 * @param cause the error of Node's client or the gateway itself
 * @returns 504 `upstream_timeout`; 502 `upstream_reset` for a cut connection, `upstream_invalid` for an answer that
 * is too large or not HTTP, `upstream_unreachable` for everything else; a PortalError unchanged
 */
export function upstreamFailure(cause: unknown): PortalError {
  if (cause instanceof PortalError) return cause;
  if (cause instanceof UpstreamTimeout) return upstreamTimeout(cause.milliseconds, cause);
  const code = causeCode(cause);
  if (code === 'ECONNRESET' || code === 'EPIPE') return upstreamReset(cause);
  if (code?.startsWith('HPE_') || code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return upstreamInvalid(cause);
  return upstreamUnreachable(cause);
}

/** Returns the code of a system or parser error, such as ECONNREFUSED or HPE_INVALID_VERSION; undefined for none. */
export const causeCode = (cause: unknown): string | undefined =>
  typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string'
    ? cause.code
    : undefined;
