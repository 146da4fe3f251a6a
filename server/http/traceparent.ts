import { randomBytes } from 'node:crypto';

/** A caller's place in a trace: the fields of a `traceparent` (W3C Trace Context, section 3.2). */
export interface TraceParent {
  traceId: string;
  /** The id of the caller's span. */
  spanId: string;
  /** Whether the caller may have recorded its span, and wants the others of the trace recorded. */
  sampled: boolean;
}

/** Creates the id of a trace. */
export const newTraceId = (): string => randomBytes(16).toString('hex');

/** Writes a `traceparent`. */
export const formatTraceparent = ({ traceId, spanId, sampled }: TraceParent): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;

/**
 * Creates a `traceparent` (W3C Trace Context, section 3.2) for one call to the provider, so that the call can be
 * found in the provider's log and traces.
 *
 * @param traceId the trace that the call belongs to; one of its own by default
 * @param sampled whether the provider should trace the call; true by default
 */
export const newTraceparent = (traceId = newTraceId(), sampled = true): string =>
  formatTraceparent({ traceId, spanId: randomBytes(8).toString('hex'), sampled });

/** Versions after 00 may add fields; ff is none, and ids of zeros are invalid. */
const wellFormed = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Reads a `traceparent`; undefined if it is missing or malformed. */
export function parseTraceparent(header: string | string[] | undefined): TraceParent | undefined {
  const [, version, traceId, spanId, flags, more] = wellFormed.exec(String(header)) ?? [];
  if (traceId === undefined || spanId === undefined || (version === '00' && more !== undefined))
    return undefined;
  return { traceId, spanId, sampled: Number.parseInt(flags ?? '', 16) % 2 === 1 };
}
