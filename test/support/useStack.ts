import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openSignedIn } from './accountVisitor.ts';
import { closePages, sharedBrowser } from './browser.ts';
import type { TestIdentity } from './identities.ts';
import { startStack, type Stack, type StackOptions } from './stack.ts';
import { Visitor, type VisitorOptions } from './visitor.ts';
import { worker } from './worker.ts';

const startLimit = 240_000;

/** The fixtures of an end-to-end test file. */
export interface StackInUse {
  /** The running stack; available from the first test on. */
  stack: () => Stack;
  /** A new visitor in a fresh browser profile, which is closed after the test. */
  arrive: (options?: VisitorOptions) => Promise<Visitor>;
  /** Opens a page as a new visitor. */
  visit: (path: string, options?: VisitorOptions) => Promise<Visitor>;
  /** Opens a page as a visitor who is signed in with a password. */
  visitSignedIn: (account: TestIdentity, path: string, options?: VisitorOptions) => Promise<Visitor>;
}

/**
 * Gives a test file a Chromium and a stack, which it shares with other files unless it needs one of its own. A test fails on
 * any violation of the content security policy on its pages.
 *
 * @param options starts a stack for this file alone, with these overrides if any; by default the file uses the shared one
 * @param usual options of all its visitors
 */
export function useStack(options?: StackOptions, usual?: VisitorOptions): StackInUse {
  const start = () => (options ? startStack(options) : worker.sharedStack());
  return useRunningStack(start, options !== undefined, usual);
}

/** Gives a test file a Chromium and a shared stack whose portal keeps what happens. */
export const useStoreStack = (): StackInUse => useRunningStack(worker.sharedStoreStack, false);

/**
 * Gives a test file a Chromium and the stack that `start` resolves with.
 *
 * @param isOwn whether the stack is for this file alone, and stopped after its tests
 * @param usual options of all its visitors
 */
export function useRunningStack(
  start: () => Promise<Stack>,
  isOwn: boolean,
  usual?: VisitorOptions,
): StackInUse {
  let stack: Stack;
  let browser: Browser;
  let visitors: Visitor[] = [];

  beforeAll(async () => {
    [stack, browser] = await Promise.all([start(), sharedBrowser()]);
  }, startLimit);

  afterEach(async () => {
    await Promise.all(visitors.map((visitor) => visitor.leave()));
    const refused = visitors.flatMap((visitor) => visitor.refused);
    visitors = [];
    expect(refused).toEqual([]);
  });

  afterAll(async () => {
    await Promise.all([closePages(browser), isOwn && stack.stop()]);
  });

  const arrive = async (how?: VisitorOptions): Promise<Visitor> => {
    const visitor = await Visitor.at(stack.url, browser, { ...usual, ...how });
    visitors.push(visitor);
    return visitor;
  };
  return {
    stack: () => stack,
    arrive,
    visit: async (path, how) => {
      const visitor = await arrive(how);
      await visitor.open(path);
      return visitor;
    },
    visitSignedIn: async (account, path, how) => {
      const visitor = await arrive(how);
      await openSignedIn(visitor, stack, account, path);
      return visitor;
    },
  };
}
