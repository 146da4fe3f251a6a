import { setTimeout as pause } from 'node:timers/promises';
import { createIdentity, type TestIdentity } from '../../test/support/identities.ts';
import { Browser, FailedStep, type Step } from './browser.ts';
import type { Visit } from './visits.ts';

/** How long a visitor waits after a failure, in milliseconds: as many errors as requests would load the machine. */
const pauseAfterFailure = 200;

/** Visitors who all make one visit after the other. */
export interface Visitors {
  url: string;
  /** Kratos' admin URL, which creates an account for each. */
  adminUrl: string;
  amount: number;
  visit: Visit;
  onStep: (step: Step) => void;
  /** Called after each visit that succeeded. */
  onVisit?: () => void;
  /** Ends the visitors, each after their visit. */
  signal: AbortSignal;
}

let addresses = 0;

/** A client address that no other visit has, in the network for benchmarks (RFC 2544). */
const newAddress = (): string => {
  addresses += 1;
  return `198.18.${(addresses >> 8) & 255}.${addresses & 255}`;
};

async function visitAgainAndAgain(visitors: Visitors, account: TestIdentity): Promise<void> {
  const { url, visit, onStep, onVisit, signal } = visitors;
  let browser: Browser | undefined;
  while (!signal.aborted)
    try {
      // a new one, unless the visit needs the session of the one before
      if (!browser || !visit.prepare) {
        browser = new Browser(url, newAddress(), onStep);
        await visit.prepare?.(browser, account);
      }
      await visit.run(browser, account);
      onVisit?.();
    } catch (cause) {
      if (!(cause instanceof FailedStep)) throw cause;
      browser = undefined;
      await pause(pauseAfterFailure);
    }
}

/** Runs as many visitors at once as `amount` says. @throws Error for anything but an unexpected answer */
export async function runVisitors(visitors: Visitors): Promise<void> {
  const accounts = await Promise.all(
    Array.from({ length: visitors.amount }, () => createIdentity(visitors.adminUrl)),
  );
  await Promise.all(accounts.map((account) => visitAgainAndAgain(visitors, account)));
}
