import { PortalError } from '../http/PortalError.ts';
import * as errorId from '../../shared/flow/errorId.ts';

/** Passes on that the identity service refused a flow. @param reason in its own words */
export const flowRefused = (status: number, reason = 'The request was refused.'): PortalError =>
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
export const upstreamTimeout = (milliseconds?: number, cause?: unknown): PortalError =>
  new PortalError(504, errorId.upstreamTimeout, 'The identity service did not answer in time.', {
    cause,
    details: milliseconds === undefined ? undefined : { message: `timeout of ${milliseconds} ms exceeded` },
  });

/** Answers for an identity service that closed the connection. @param cause the error of Node's client */
export const upstreamReset = (cause: unknown): PortalError =>
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
