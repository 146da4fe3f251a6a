import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { locales } from '../../shared/messages/locales.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { worker } from '../support/worker.ts';

let gallery: string;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [gallery, browser] = await Promise.all([worker.sharedGallery(), sharedBrowser()]);
  page = await browser.newPage({ baseURL: gallery, viewport: { width: 320, height: 700 } });
});

afterAll(async () => {
  await closePages(browser);
});

/** The form buttons whose label takes more than one line, and the rows that are narrower than their form. */
const crooked = (): Promise<string[]> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const linesOf = (text: Element): number => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return new Set(Array.from(range.getClientRects(), ({ bottom }) => Math.round(bottom))).size;
    };
    return Array.from(document.querySelectorAll('main form[data-section] > button'))
      .filter((button) => {
        const label = Array.from(button.querySelectorAll('span:not([aria-hidden])')).at(-1) ?? button;
        const isRow = getComputedStyle(button).justifySelf !== 'start';
        const { width } = button.getBoundingClientRect();
        const missing = (button.parentElement?.getBoundingClientRect().width ?? 0) - width;
        // an address may be of any length
        const isLong = linesOf(label) > 1 && !label.textContent.includes('@');
        return isLong || (isRow && missing > 1);
      })
      .map(({ textContent }) => textContent);
  });

const states = [
  'login/first-step',
  'login/last-password',
  'login/last-social-brand',
  'login/last-passkey',
  'login/last-security-key',
  'login/second-factor-last-app',
  'login/second-factor-last-key',
  'login/confirm-last-app',
  'registration/first-step',
];

/** Each state in every other language: its neighbours, which share most of its rows, are seen in those between. */
test.each(states.map((state, at) => [at, state] as const))(
  'each sign-in method is a row of one line, on the smallest phone and in every language (%i, %s)',
  async (at, state) => {
    const found: string[] = [];
    for (const language of locales.filter((_one, index) => (at + index) % 2 === 0)) {
      await page.goto(`/states/${state}?language=${language}&theme=light`);
      found.push(...(await crooked()).map((words) => `${language}: ${words}`));
    }
    expect(found).toEqual([]);
  },
);
