import { randomPool } from '../http/randomPool.ts';

/** Bytes of a trace id and of a parent id. */
const traceBytes = 16;
const parentBytes = 8;

const randomIds = randomPool(traceBytes + parentBytes);

/**
 * Creates a `traceparent` (W3C Trace Context, section 3.2) for one call to the provider, so that the call can be
 * found in the provider's log and traces. It is marked as sampled; otherwise the provider would not trace the call.
 */
export function newTraceparent(): string {
  const ids = randomIds();
  return `00-${ids.toString('hex', 0, traceBytes)}-${ids.toString('hex', traceBytes)}-01`;
}
