import type { Upstream } from '../operations/operation.ts';

/** A call to one of the provider's servers, once it has been answered or has failed. */
export interface UpstreamCall {
  upstream: Upstream;
  /** The class of the answer's status (`2xx`); the error's id if there was no answer; or `aborted`. */
  outcome: string;
  /** Until the answer began; for the portal's own calls, until it was read. In milliseconds. */
  ms: number;
  /** The trace of the request that it was made for. */
  traceId: string | undefined;
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
