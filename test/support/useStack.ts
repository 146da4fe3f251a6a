import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openSignedIn } from './accountVisitor.ts';
import { launchBrowser } from './browser.ts';
import type { TestIdentity } from './identities.ts';
import { startStack, type Stack, type StackOptions } from './stack.ts';
import { Visitor, type VisitorOptions } from './visitor.ts';

const startLimit = 240_000;

/** What an end-to-end test file stands on. */
export interface StackInUse {
  /** The running stack; there from the first test on. */
  stack: () => Stack;
  /** Somebody new, at a browser of their own, who opens a page; they leave when the test ends. */
  visit: (path: string, options?: VisitorOptions) => Promise<Visitor>;
  /** Somebody at a browser of their own who has signed in by password, and opens a page. */
  visitSignedIn: (account: TestIdentity, path: string, options?: VisitorOptions) => Promise<Visitor>;
}

/**
 * Starts a stack and a Chromium for the tests of a file, and stops both after them. A test fails when the content security
 * policy has refused anything on its pages.
 *
 * @param options what differs from a usual stack
 */
export function useStack(options: StackOptions = {}): StackInUse {
  let stack: Stack;
  let browser: Browser;
  let visitors: Visitor[] = [];

  beforeAll(async () => {
    [stack, browser] = await Promise.all([startStack(options), launchBrowser()]);
  }, startLimit);

  afterEach(async () => {
    await Promise.all(visitors.map((visitor) => visitor.leave()));
    const refused = visitors.flatMap((visitor) => visitor.refused);
    visitors = [];
    expect(refused).toEqual([]);
  });

  afterAll(async () => {
    await browser.close();
    await stack.stop();
  });

  const visit: StackInUse['visit'] = async (path, how) => {
    const visitor = await Visitor.at(stack.url, browser, how);
    visitors.push(visitor);
    await visitor.open(path);
    return visitor;
  };
  return {
    stack: () => stack,
    visit,
    visitSignedIn: async (account, path, how) => {
      const visitor = await visit('/login', how);
      await openSignedIn(visitor, stack, account, path);
      return visitor;
    },
  };
}
