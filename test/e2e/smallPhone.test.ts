import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { locales } from '../../shared/messages/locales.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { worker } from '../support/worker.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  const [baseURL, launched] = await Promise.all([worker.sharedGallery(), sharedBrowser()]);
  browser = launched;
  page = await browser.newPage({ baseURL, viewport: { width: 360, height: 640 }, javaScriptEnabled: false });
});

afterAll(() => closePages(browser));

const open = (state: string, language = 'en') => page.goto(`/states/${state}?language=${language}`);

test.each(['home/signed-in', 'login/first-step', 'login/second-factor-totp'])(
  'the header of %s is one row in every language, also on the narrowest phone',
  async (state) => {
    const heights: Record<string, number | undefined> = {};
    for (const language of locales) {
      await open(state, language);
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 640 });
        heights[`${language} ${width}`] = (await page.getByRole('banner').boundingBox())?.height;
      }
    }
    expect(Object.entries(heights).filter(([, height]) => height !== 64)).toEqual([]);
  },
);

test('the line between language and menu is as far from the one as from the other', async () => {
  await page.setViewportSize({ width: 375, height: 640 });
  await open('login/first-step');
  const edges = await page.getByRole('banner').evaluate((header) => {
    const line = header.querySelector('nav details')?.getBoundingClientRect().left ?? NaN;
    const language = header.querySelector('[data-chosen]')?.getBoundingClientRect().right ?? NaN;
    const menu = header.querySelector('nav summary')?.getBoundingClientRect().left ?? NaN;
    return [line - language, menu - line];
  });
  expect(edges).toEqual([8, 8]);
});

test('the destinations are a menu, without scripts as well', async () => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open('home/signed-in');
  const settings = page.getByRole('navigation').getByRole('link', { name: 'Settings' });
  expect(await settings.isVisible()).toBe(false);
  await page.getByText('Menu').click();
  await settings.click();
  expect(new URL(page.url()).pathname).toBe('/settings');
});

test('a usual consent is answered without scrolling in every language, on a phone and a small desktop', async () => {
  const hidden: string[] = [];
  for (const language of locales) {
    await open('consent/first', language);
    for (const [width, height] of [
      [360, 640],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const button of await page.locator('button[name="consent_action"]').all()) {
        const box = await button.boundingBox();
        const end = box ? box.y + box.height : Infinity;
        if (end > height) hidden.push(`${language} ${width}: ${end}`);
      }
    }
  }
  expect(hidden).toEqual([]);
});

test('an address breaks only if it is longer than its line, not at a hyphen', async () => {
  await open('consent/former-account');
  const names = page.locator('main bdi');
  const lines = async (address: string): Promise<number[]> => {
    const found = new Set<number>();
    for (let width = 320; width < 480; width += 10) {
      await page.setViewportSize({ width, height: 640 });
      const counts = await names.evaluateAll(
        (all, text) =>
          all.map((one) => {
            one.textContent = text;
            return Math.round(one.clientHeight / parseFloat(getComputedStyle(one).lineHeight));
          }),
        address,
      );
      counts.forEach((count) => found.add(count));
    }
    return [...found];
  };
  expect(await lines('ann-mary@some-clinic.org')).toEqual([1]);
  expect(Math.max(...(await lines('ann-mary@some-clinic.org'.repeat(3))))).toBeGreaterThan(1);
});
