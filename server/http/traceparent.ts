import { randomPool } from './randomPool.ts';

const randomTrace = randomPool(16);
const randomSpan = randomPool(8);

/** Creates the id of a trace. */
export const newTraceId = (): string => randomTrace().toString('hex');

/**
 * Creates a `traceparent` (W3C Trace Context, section 3.2) for one call to the provider, so that the call can be
 * found in the provider's log and traces. It is marked as sampled; otherwise the provider would not trace the call.
 *
 * @param traceId the trace that the call belongs to; one of its own by default
 */
export const newTraceparent = (traceId = newTraceId()): string =>
  `00-${traceId}-${randomSpan().toString('hex')}-01`;
