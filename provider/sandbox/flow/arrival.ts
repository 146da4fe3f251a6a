import type { IncomingMessage } from 'node:http';

/** A browser that arrives with an authorization request, or returns with a verifier. */
interface Arrival {
  /** The URL that it asked for, before the request is rewritten for oidc-provider. */
  url: URL;
  /** Identifies the browser. */
  browser: string;
}

const arrivals = new WeakMap<IncomingMessage, Arrival>();

/** Remembers how a browser arrived. */
export const rememberArrival = (request: IncomingMessage, arrival: Arrival): void =>
  void arrivals.set(request, arrival);

/** Returns how the browser of a request arrived. */
export function arrivalOf(request: IncomingMessage): Arrival {
  const arrival = arrivals.get(request);
  if (!arrival) throw new Error('a request has bypassed the entrance');
  return arrival;
}
