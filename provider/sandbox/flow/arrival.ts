import type { IncomingMessage } from 'node:http';

/** A browser that comes with an authorization request, or back with a verifier. */
interface Arrival {
  /** The URL that it asked for, before the request is rewritten for oidc-provider. */
  url: URL;
  /** Tells browsers apart. */
  browser: string;
}

const arrivals = new WeakMap<IncomingMessage, Arrival>();

/** Keeps how a browser arrived. */
export const rememberArrival = (request: IncomingMessage, arrival: Arrival): void =>
  void arrivals.set(request, arrival);

/** How the browser of a request arrived. */
export function arrivalOf(request: IncomingMessage): Arrival {
  const arrival = arrivals.get(request);
  if (!arrival) throw new Error('a request has come past the entrance');
  return arrival;
}
