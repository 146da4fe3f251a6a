import type { Browser } from 'playwright-core';
import { worker } from './worker.ts';

/** This worker's Chromium. A file closes the pages that it has opened, see `closePages`. */
export const { sharedBrowser } = worker;

/** Closes what a test file has opened in the Chromium that it shares with others. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}
