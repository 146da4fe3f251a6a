import type { StartTrace } from './requestTrace.ts';
import { parseTraceparent } from './traceparent.ts';

/**
 * Continues the traces of trusted proxies. Anybody else's `traceparent` is ignored: it could join requests to a trace of
 * the sender's choice, or decide what is recorded.
 */
export const continueTrace =
  (isProxy: (address: string) => boolean, startTrace: StartTrace): StartTrace =>
  (request) =>
    startTrace(
      request,
      isProxy(request.socket.remoteAddress ?? '') ? parseTraceparent(request.headers.traceparent) : undefined,
    );
