import { PortalError } from '../http/PortalError.ts';
import * as errorId from '../../shared/flow/errorId.ts';
import type { Answer, Outcome } from '../../shared/flow/classify.ts';
import { rateLimited } from '../http/errors.ts';
import { fieldsOf } from '../../shared/fields.ts';

/** Passes on that the identity service refused a flow. @param reason in its own words */
const flowRefused = (status: number, reason = 'The request was refused.'): PortalError =>
  new PortalError(status, 'flow_refused', reason);

/** Answers for an identity service whose answer is unusable. */
export const upstreamFailed = (): PortalError =>
  new PortalError(502, 'upstream_failed', 'The identity service failed to answer.');

/** Answers for an unreachable identity service, in the words of the error catalogue (product specification, section 8). */
export const upstreamUnreachable = (cause?: unknown): PortalError =>
  new PortalError(
    502,
    errorId.upstreamUnreachable,
    'The identity service cannot be reached. This may be a CORS problem or a wrong identity-service URL setting.',
    { cause, details: { message: 'Network Error' } },
  );

/** Answers for an identity service that did not answer within PROVIDER_TIMEOUT_MS (product specification, section 8). */
const upstreamTimeout = (milliseconds?: number, cause?: unknown): PortalError =>
  new PortalError(504, errorId.upstreamTimeout, 'The identity service did not answer in time.', {
    cause,
    details: milliseconds === undefined ? undefined : { message: `timeout of ${milliseconds} ms exceeded` },
  });

/** Answers for an identity service that closed the connection. @param cause the error of Node's client */
const upstreamReset = (cause: unknown): PortalError =>
  new PortalError(502, errorId.upstreamReset, 'The identity service closed the connection.', {
    cause,
    details: { message: 'Request aborted' },
  });

/** Answers for an identity service whose answer is not valid HTTP. @param cause the error of Node's client */
export const upstreamInvalid = (cause: unknown): PortalError =>
  new PortalError(502, errorId.upstreamInvalid, 'The identity service sent an invalid answer.', {
    cause,
    details: { message: 'Network Error' },
  });

/** Answers for an identity service that has too many concurrent calls already. */
export const upstreamBusy = (): PortalError =>
  new PortalError(503, 'upstream_busy', 'The identity service is busy. Please try again in a moment.', {
    waitSeconds: 1,
  });

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
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET') return upstreamReset(cause);
  if (code?.startsWith('HPE_') || code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return upstreamInvalid(cause);
  return upstreamUnreachable(cause);
}

/** Returns the code of a system or parser error, such as ECONNREFUSED or HPE_INVALID_VERSION; undefined for none. */
export const causeCode = (cause: unknown): string | undefined =>
  typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string'
    ? cause.code
    : undefined;

/** Returns the error to answer with if the provider has not done what a flow asked for. */
export function failureError(outcome: Extract<Outcome, { kind: 'failure' }>): PortalError {
  switch (outcome.reason) {
    case 'network':
      return upstreamUnreachable();
    case 'timeout':
      return upstreamTimeout(outcome.ms);
    case 'limited':
      return rateLimited();
    case 'refused':
      return flowRefused(outcome.status, outcome.message);
    default:
      return upstreamFailed();
  }
}

/**
 * Returns the identity service's answer, or throws if it gave none or failed.
 *
 * @param answer what came back; status 0 means no answer
 * @throws PortalError 504 `upstream_timeout`, 502 `upstream_unreachable`, 502 `upstream_failed` for a status of 500 and more
 */
export function requireAnswer<Received extends Answer>(answer: Received): Received {
  const { transport, ms } = fieldsOf(answer.body);
  if (answer.status === 0)
    throw transport === 'timeout'
      ? upstreamTimeout(typeof ms === 'number' ? ms : undefined)
      : upstreamUnreachable();
  if (answer.status >= 500) throw upstreamFailed();
  return answer;
}
