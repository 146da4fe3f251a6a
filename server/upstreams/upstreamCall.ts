import * as errorId from '../../shared/flow/errorId.ts';
import type { Upstream } from '../operations/operation.ts';
import {
  currentTrace,
  exemplarOf,
  type CallOutcome,
  type CallTrace,
  type RequestTrace,
} from '../http/requestTrace.ts';
import { newTraceparent } from '../http/traceparent.ts';

/** A call to one of the provider's servers, once it has been answered or has failed. */
export interface UpstreamCall {
  upstream: Upstream;
  /** The class of the answer's status (`2xx`); the error's id if there was no answer; or `aborted`. */
  outcome: string;
  /** Until the answer began; for the portal's own calls, until it was read. In milliseconds. */
  ms: number;
  /** The id of the trace of the request that it was made for, if the trace is recorded. */
  exemplar: string | undefined;
}

/** Gets each call once. */
export type ObserveCall = (call: UpstreamCall) => void;

/** Gets each call to one server once. */
export type ObserveOwnCall = (call: Omit<UpstreamCall, 'upstream'>) => void;

/** Returns the observer for the calls to one server; undefined if nobody observes calls. */
export const observerFor = (
  upstream: Upstream,
  observeCall: ObserveCall | undefined,
): ObserveOwnCall | undefined => observeCall && ((call) => observeCall({ ...call, upstream }));

/** The outcome of a call whose caller has gone. */
export const aborted = 'aborted';

/** Returns the class of a status, such as `2xx`. */
export const statusClass = (status: number): string => `${Math.trunc(status / 100)}xx`;

/** Whether a status is a final answer's (RFC 9110, section 15): Node's client also reads others, such as 999. */
export const isAnswerStatus = (status: number): boolean => status >= 200 && status <= 599;

const outcomeLabel = (outcome: CallOutcome): string => {
  if (typeof outcome === 'string') return outcome;
  return isAnswerStatus(outcome) ? statusClass(outcome) : errorId.upstreamInvalid;
};

/** Starts a call: its clock, and its place in the trace of a request, by default the current one. `end` counts once. */
export type StartCall = (call: { method: string; path: string }, trace?: RequestTrace) => CallTrace;

/** Creates the function that starts the calls to one server. */
export function createStartCall(url: string, observe: ObserveOwnCall | undefined): StartCall {
  const { protocol, hostname, port } = new URL(url);
  const server = { address: hostname, port: Number(port || (protocol === 'https:' ? 443 : 80)) };
  return (call, trace = currentTrace()) => {
    const traced = trace?.startCall({ ...call, server });
    const traceparent = traced?.traceparent ?? newTraceparent();
    if (!observe && !traced?.end) return { traceparent };
    const started = performance.now();
    let isOver = false;
    const end = (outcome: CallOutcome): void => {
      if (isOver) return;
      isOver = true;
      observe?.({
        outcome: outcomeLabel(outcome),
        ms: performance.now() - started,
        exemplar: exemplarOf(trace),
      });
      traced?.end?.(outcome);
    };
    return { traceparent, end };
  };
}
