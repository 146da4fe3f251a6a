import { upstreamBusy } from '../gateway/forward/upstreamFailure.ts';

/** How many connections the portal opens to one upstream on its own behalf. */
export const mostConnections = 256;

/** How many calls may be under way on the portal's own behalf, those included that wait for a connection. */
const mostCalls = 1024;

/**
 * Keeps a crowd from piling up in front of an upstream that is slow.
 *
 * @returns a function that makes a call, and throws PortalError 503 `upstream_busy` where too many are under way
 */
export function atMost(): <Result>(call: () => Promise<Result>) => Promise<Result> {
  let calls = 0;
  return async (call) => {
    if (calls >= mostCalls) throw upstreamBusy();
    calls += 1;
    try {
      return await call();
    } finally {
      calls -= 1;
    }
  };
}
