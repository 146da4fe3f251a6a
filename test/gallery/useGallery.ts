import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { pageWithAxe } from '../support/accessibility.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { type Finding, grouped, kindOf } from '../support/findings.ts';
import { isWhole } from './seeStates.ts';
import { worker } from '../support/worker.ts';

/** The fixtures of a test file that checks the gallery. */
export interface GalleryInUse {
  /** A page of the gallery; available from the first test on. */
  page: () => Page;
  /** Checks each item in one of two pages. @returns the findings, equal ones as one line */
  seeEach: <Item>(items: Item[], see: (page: Page, item: Item) => Promise<Finding[]>) => Promise<string[]>;
}

/** Reports the progress of a long run, and new kinds of findings. */
function report(done: string, before: Finding[], findings: Finding[]): void {
  const known = new Set(before.map(kindOf));
  const fresh = findings.filter((finding) => !known.has(kindOf(finding)));
  process.stderr.write([done, ...grouped(fresh), ''].join('\n'));
}

/** Gives a test file the gallery in a Chromium; it shares both with other files. */
export function useGallery(): GalleryInUse {
  let browser: Browser;
  /** Pages that check different states at once: one works while the other loads. */
  let pages: [Page, Page];

  beforeAll(async () => {
    const [baseURL, launched] = await Promise.all([worker.sharedGallery(), sharedBrowser()]);
    browser = launched;
    const open = () => pageWithAxe(browser, { baseURL, reducedMotion: 'reduce' });
    pages = await Promise.all([open(), open()]);
  });

  afterAll(() => closePages(browser));

  return {
    page: () => pages[0],
    seeEach: async (items, see) => {
      const { currentTestName = '' } = expect.getState();
      const all: Finding[] = [];
      const queue = items.entries();
      const seeNext = async (page: Page): Promise<void> => {
        for (const [at, item] of queue) {
          const findings = await see(page, item);
          if (isWhole) report(`${currentTestName}: ${at + 1} of ${items.length}`, all, findings);
          all.push(...findings);
        }
      };
      await Promise.all(pages.map(seeNext));
      return grouped(all);
    },
  };
}
