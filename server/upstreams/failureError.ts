import type { Outcome } from '../../shared/flow/classify.ts';
import { rateLimited } from '../http/errors.ts';
import type { PortalError } from '../http/PortalError.ts';
import { flowRefused, upstreamFailed, upstreamTimeout, upstreamUnreachable } from './upstreamErrors.ts';

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
