import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { worker } from '../support/worker.ts';

/** The gallery's states that are compared with stored pictures, each at a window width. */
const pictures: [state: string, width: number][] = [
  ['login/first-step', 1280],
  ['login/first-step', 320],
  ['login/wrong-password', 1280],
  ['login/code-sent', 1280],
  ['login/the-second-factor', 1280],
  ['registration/first-step', 1280],
  ['recovery/first-step', 1280],
  ['settings/everything-set-up', 1280],
  ['settings/everything-set-up', 320],
  ['activity/everything', 1280],
  ['activity/everything', 320],
  ['data/everything', 1280],
  ['data/everything', 320],
  ['consent/first', 1280],
  ['home/signed-in', 1280],
  ['error/not-found', 1280],
];

const directory = path.join(import.meta.dirname, '../pictures');
const refused = path.join(import.meta.dirname, '../../.cache/pictures');

/** Set by `npm run gallery:pictures`, which replaces the stored pictures. */
const areAccepted = process.env.GALLERY === 'accept';

const { looksAlike, smallPicture } = worker;

let browser: Browser;
/** One page for all pictures: scripts, styles and fonts are loaded once. */
let page: Page;

beforeAll(async () => {
  const [baseURL, launched] = await Promise.all([worker.sharedGallery(), sharedBrowser()]);
  browser = launched;
  page = await browser.newPage({
    baseURL,
    // at scale 1 letters are moved to whole pixels
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
  });
  await mkdir(areAccepted ? directory : refused, { recursive: true });
});

afterAll(async () => {
  await closePages(browser);
});

async function take(state: string, width: number): Promise<Buffer> {
  await page.setViewportSize({ width, height: 800 });
  await page.goto(`/states/${state}?theme=light`, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  return smallPicture(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
}

test.each(pictures)('%s at %d px looks like its stored picture', async (state, width) => {
  const name = `${state.replace('/', '-')}-${width}.png`;
  const taken = await take(state, width);
  const file = path.join(directory, name);
  const isSame = existsSync(file) && looksAlike(taken, await readFile(file));
  if (!isSame) await writeFile(path.join(areAccepted ? directory : refused, name), taken);
  const change = `.cache/pictures/${name} differs from test/pictures/${name}; npm run gallery:pictures accepts it`;
  expect(isSame || areAccepted ? 'the same' : change).toBe('the same');
});
