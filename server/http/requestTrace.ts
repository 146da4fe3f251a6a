import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { newTraceId, newTraceparent, type TraceParent } from './traceparent.ts';
import type { PortalError } from './PortalError.ts';

/** A call to one of the provider's servers. */
export interface TracedCall {
  method: string;
  /** Raw, with its query; a trace names only the operation. */
  path: string;
  /** The server's host and port. */
  server: { address: string; port: number };
}

/** The status of a call's answer; the error's id if there was no answer; or `aborted`. */
export type CallOutcome = number | string;

/** A call's place in a trace. */
export interface CallTrace {
  /** The call's header. */
  traceparent: string;
  /** Ends the call's span; undefined if it has none. */
  end?: (outcome: CallOutcome) => void;
}

/** A part of a request's work. */
interface PartTrace {
  /** The calls that the part makes belong to it. */
  trace: RequestTrace;
  /** Ends the part's span. @param error why it failed */
  end: (error?: unknown) => void;
}

/** How a request ended. */
export interface RequestOutcome {
  /** The operation's name, or the path of the route that matched. */
  route: string | undefined;
  /** Undefined if the request was aborted before its answer began. */
  status: number | undefined;
  /** The error with which the portal answered. */
  problem?: PortalError;
}

/** The trace of a request; the calls to the provider that are made for it belong to it. */
export interface RequestTrace {
  readonly traceId: string;
  /** Whether it is recorded, as far as the portal knows. */
  readonly sampled: boolean;
  /** Starts one call to the provider. */
  startCall: (call: TracedCall) => CallTrace;
  /** Starts a part of the request's work; undefined if parts have no spans. */
  startPart?: (name: string) => PartTrace;
  /** Ends the request's span; undefined if it has none. */
  end?: (outcome: RequestOutcome) => void;
}

declare module 'node:http' {
  interface IncomingMessage {
    /** Undefined if requests are not traced. */
    trace?: RequestTrace;
  }
}

/** Starts the trace of a request. A caller's own `traceparent` is ignored: it would decide what is recorded. */
export type StartTrace = (request: IncomingMessage) => RequestTrace;

const traces = new AsyncLocalStorage<RequestTrace>();

/** Returns a trace of which only the id is known, which links log lines and exemplars to the provider's traces. */
export function idOnly(
  { traceId, sampled }: Pick<TraceParent, 'traceId' | 'sampled'> = { traceId: newTraceId(), sampled: true },
): RequestTrace {
  return { traceId, sampled, startCall: () => ({ traceparent: newTraceparent(traceId, sampled) }) };
}

/** Starts a trace without spans. */
export const startIdOnly: StartTrace = () => idOnly();

/** Runs a function, and all that it starts, within a request's trace. */
export const withinTrace = <Result>(trace: RequestTrace, work: () => Result): Result =>
  traces.run(trace, work);

/** Returns the id with which a duration names its trace as an example; undefined for one that nobody can look at. */
export const exemplarOf = (trace: RequestTrace | undefined): string | undefined =>
  trace?.sampled ? trace.traceId : undefined;

/** Returns the trace of the request that is being served; undefined outside of requests, or if they are not traced. */
export const currentTrace = (): RequestTrace | undefined => traces.getStore();

/**
 * Does a part of a request's work, in a span of its own if the request has spans.
 *
 * @param name the part's; the same for all requests
 */
export function tracePart<Result>(trace: RequestTrace | undefined, name: string, work: () => Result): Result {
  const part = trace?.startPart?.(name);
  if (!part) return work();
  try {
    const result = withinTrace(part.trace, work);
    if (result instanceof Promise) result.then(() => part.end(), part.end);
    else part.end();
    return result;
  } catch (error) {
    part.end(error);
    throw error;
  }
}
