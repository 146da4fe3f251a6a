import type { Subscriber } from '../http/requestRecord.ts';
import { causeCode } from '../upstreams/upstreamErrors.ts';

/**
 * Logs each call that failed at its upstream: the operation, the upstream, the error and the milliseconds. It contains
 * nothing that the caller sent.
 */
export const failureLog =
  (log: { warn: (fields: object, message: string) => void }): Subscriber =>
  ({ operation, failure, id, traceId }) => {
    if (!operation || !failure) return;
    const { error, ms } = failure;
    log.warn(
      {
        operation: operation.operation,
        upstream: operation.upstream,
        outcome: error.id,
        code: causeCode(error.cause),
        ms: Math.round(ms),
        reqId: id,
        traceId,
      },
      error.reason,
    );
  };
