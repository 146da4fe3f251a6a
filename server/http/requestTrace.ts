import { AsyncLocalStorage } from 'node:async_hooks';
import { newTraceId, newTraceparent } from './traceparent.ts';

/** The status of a call's answer; the error's id if there was no answer; or `aborted`. */
export type CallOutcome = number | string;

/** A call that has been started. */
export interface CallTrace {
  /** The call's header. */
  traceparent: string;
  /** Ends the call; undefined if nobody wants to know. */
  end?: (outcome: CallOutcome) => void;
}

/** The trace of a request; the calls to the provider that are made for it belong to it. */
export interface RequestTrace {
  readonly traceId: string;
  /** Starts one call to the provider. */
  startCall: () => CallTrace;
}

declare module 'node:http' {
  interface IncomingMessage {
    /** Undefined if requests are not traced. */
    trace?: RequestTrace;
  }
}

/** Starts the trace of a request. */
export type StartTrace = () => RequestTrace;

const traces = new AsyncLocalStorage<RequestTrace>();

/** Starts a trace of which only the id is known: it links a request's log line, its exemplars and the provider's traces. */
export const startIdOnly: StartTrace = () => {
  const traceId = newTraceId();
  return { traceId, startCall: () => ({ traceparent: newTraceparent(traceId) }) };
};

/** Runs a function, and all that it starts, within a request's trace. */
export const withinTrace = (trace: RequestTrace, work: () => void): void => traces.run(trace, work);

/** Returns the trace of the request that is being served; undefined outside of requests, or if they are not traced. */
export const currentTrace = (): RequestTrace | undefined => traces.getStore();
