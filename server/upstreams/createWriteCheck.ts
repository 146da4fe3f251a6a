import { readinessMs } from './isReady.ts';
import { frontendRequests } from './requests.ts';
import type { Transport } from './transport.ts';

/** How long a success counts, in milliseconds: each check writes a flow. */
const validMs = 30_000;

/** Begins a sign-in of an app, which nobody continues. */
const beginning = frontendRequests.createNativeLoginFlow();

/**
 * Creates the check that Kratos can write: it reports itself ready while its database can be read, even if the disk is full or
 * the database has become a read-only copy. The check begins a sign-in, at most once in half a minute while that works.
 */
export function createWriteCheck({ send }: Transport): () => Promise<boolean> {
  let validUntil = 0;
  return async () => {
    if (performance.now() < validUntil) return true;
    try {
      const { status } = await send(beginning, { deadlineMs: readinessMs });
      if (status >= 500) return false;
      validUntil = performance.now() + validMs;
      return true;
    } catch {
      return false;
    }
  };
}
