import type { ClientRequest } from 'node:http';
import type { CallTrace } from '../../http/requestTrace.ts';
import { upstreamFailure } from '../../provider/upstreamFailure.ts';

/**
 * Ends a call when its answer begins, or it fails. An answer that breaks off is an answer: the log says that it broke
 * off.
 */
export function endWithRequest({ end }: CallTrace, request: ClientRequest): void {
  if (!end) return;
  request.once('response', ({ statusCode = 0 }) => end(statusCode));
  request.once('error', (cause) => end(upstreamFailure(cause).id));
}
