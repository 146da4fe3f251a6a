/** The fields of a `traceparent` (W3C Trace Context, section 3.2). */
export interface TraceParent {
  traceId: string;
  /** The id of the caller's span. */
  spanId: string;
  /** Whether the caller wants the others of the trace recorded. */
  sampled: boolean;
}

/** Ids have to differ, not to be secret: cryptographic randomness would be a twentieth of a gateway call. */
const eightDigits = (): string =>
  Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');

/** Creates the id of a trace. */
export const newTraceId = (): string => eightDigits() + eightDigits() + eightDigits() + eightDigits();

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
  formatTraceparent({ traceId, spanId: eightDigits() + eightDigits(), sampled });
