import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { worker } from '../support/worker.ts';

let gallery: string;
let browser: Browser;

beforeAll(async () => {
  [gallery, browser] = await Promise.all([worker.sharedGallery(), sharedBrowser()]);
}, 120_000);

afterAll(async () => {
  await closePages(browser);
});

test('a button of any kind keeps its size while it is busy', async () => {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  await page.goto(`${gallery}/components`);
  const sizes = new Map(
    await page.locator('#Button figure').evaluateAll((figures) =>
      figures.map((figure) => {
        const { width, height } = (figure.querySelector('button') ?? figure).getBoundingClientRect();
        return [figure.querySelector('figcaption')?.textContent ?? '', `${width} × ${height}`] as const;
      }),
    ),
  );
  const busy = [...sizes.keys()].filter((state) => state.endsWith(', busy'));
  expect(busy).toEqual([
    'primary, busy',
    'quiet, busy',
    'plain, busy',
    'danger, busy',
    'small, busy',
    'large, busy',
  ]);
  expect(busy.map((state) => sizes.get(state))).toEqual(
    busy.map((state) => sizes.get(state.replace(', busy', ''))),
  );
});
