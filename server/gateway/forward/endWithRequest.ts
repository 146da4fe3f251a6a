import type { ClientRequest } from 'node:http';
import type { CallTrace } from '../../http/requestTrace.ts';
import { aborted } from '../../http/upstreamCall.ts';
import { upstreamFailure } from '../../provider/upstreamFailure.ts';

/**
 * Ends a call when its answer begins, or it fails. An answer that breaks off is an answer: the log says that it broke
 * off.
 *
 * @param isAborted whether the caller has gone, so that the failure is not the upstream's
 */
export function endWithRequest(
  { end }: CallTrace,
  request: ClientRequest,
  isAborted: () => boolean = () => false,
): void {
  if (!end) return;
  request.once('response', ({ statusCode = 0 }) => end(statusCode));
  request.once('error', (cause) => end(isAborted() ? aborted : upstreamFailure(cause).id));
}
