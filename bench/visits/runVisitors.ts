import { setTimeout as pause } from 'node:timers/promises';
import { createIdentity, type TestIdentity } from '../../test/support/identities.ts';
import { Browser, FailedStep, type Step } from './browser.ts';
import type { Visit } from './visits.ts';

/** How long a visitor waits after a failure, in milliseconds: as many errors as requests would load the machine. */
const pauseAfterFailure = 200;

/** Visitors who all make one visit after the other. */
export interface Visitors {
  url: string;
  accounts: readonly TestIdentity[];
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

/** Creates an account for each visitor. @param adminUrl Kratos' admin URL */
export const createAccounts = (adminUrl: string, amount: number): Promise<TestIdentity[]> =>
  Promise.all(Array.from({ length: amount }, () => createIdentity(adminUrl)));

/** Resolves with the browser to use next: a new one, unless the visit needs the session of the one before. */
async function browserFor({ url, visit, onStep }: Visitors, account: TestIdentity, last?: Browser) {
  if (last && visit.prepare) return last;
  const browser = new Browser(url, newAddress(), onStep);
  await visit.prepare?.(browser, account);
  return browser;
}

async function visitAgainAndAgain(visitors: Visitors, account: TestIdentity): Promise<void> {
  let browser: Browser | undefined;
  while (!visitors.signal.aborted)
    try {
      browser = await browserFor(visitors, account, browser);
      await visitors.visit.run(browser, account);
      visitors.onVisit?.();
    } catch (cause) {
      if (!(cause instanceof FailedStep)) throw cause;
      browser = undefined;
      await pause(pauseAfterFailure);
    }
}

/**
 * Runs as many visitors at once as there are accounts.
 *
 * @throws Error for anything but an unexpected answer, such as a page without the form that it should have
 */
export async function runVisitors(visitors: Visitors): Promise<void> {
  await Promise.all(visitors.accounts.map((account) => visitAgainAndAgain(visitors, account)));
}
