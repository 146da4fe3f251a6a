import type { ClientRequest } from 'node:http';
import { aborted, statusClass, type UpstreamCall } from '../../http/upstreamCall.ts';
import { upstreamFailure } from '../../provider/upstreamFailure.ts';

/** Gets the outcome of one request to an upstream, and how long it took. */
export type ObserveRequest = (call: Pick<UpstreamCall, 'outcome' | 'ms'>) => void;

/**
 * Observes a request to an upstream: until its answer begins, or it fails.
 *
 * @param isAborted whether the caller has gone, so that the failure is not the upstream's
 */
export function observeRequest(
  call: ClientRequest,
  observe: ObserveRequest,
  isAborted: () => boolean = () => false,
): void {
  const started = performance.now();
  let isOver = false;
  const end = (outcome: string): void => {
    // an answer that breaks off is an answer: the log says that it broke off
    if (isOver) return;
    isOver = true;
    observe({ outcome, ms: performance.now() - started });
  };
  call.once('response', ({ statusCode = 0 }) => end(statusClass(statusCode)));
  call.once('error', (cause) => end(isAborted() ? aborted : upstreamFailure(cause).id));
}
