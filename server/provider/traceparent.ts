import { randomFillSync } from 'node:crypto';

/** Bytes of a trace id and of a parent id, and how many are drawn at once. */
const traceBytes = 16;
const parentBytes = 8;
const drawnAtOnce = 128;
const drawn = Buffer.alloc((traceBytes + parentBytes) * drawnAtOnce);
let used = drawn.length;

/**
 * A new `traceparent` (W3C Trace Context, section 3.2) for one call to the provider, so that the call can be found in
 * the provider's log and traces. It is marked as sampled; otherwise the provider would not trace the call.
 */
export function newTraceparent(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const parentAt = used + traceBytes;
  const trace = drawn.toString('hex', used, parentAt);
  used = parentAt + parentBytes;
  return `00-${trace}-${drawn.toString('hex', parentAt, used)}-01`;
}
