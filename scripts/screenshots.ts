/**
 * Takes the documentation's screenshots of a real portal, into docs/screenshots. One that looks the same as before
 * is not rewritten.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { seed } from '../provider/local/seed.ts';
import { looksAlike, smallPicture } from '../test/support/smallPicture.ts';
import { launchBrowser } from '../test/support/worker/browser.ts';
import { startStack } from '../test/support/worker/stack.ts';
import { freshBuild } from './freshBuild.ts';

const directory = path.join(import.meta.dirname, '../docs/screenshots');

interface Picture {
  name: string;
  path: string;
  colorScheme?: 'light' | 'dark';
  width?: number;
  height?: number;
  /** Whether the visitor is signed in. */
  signedIn?: boolean;
}

const desktop = { width: 1024, height: 800 };
const pictures: Picture[] = [
  { name: 'sign-in', path: '/login' },
  { name: 'sign-in-dark', path: '/login', colorScheme: 'dark' },
  { name: 'sign-in-phone', path: '/login', width: 390, height: 844 },
  { name: 'registration', path: '/registration', height: 1100 },
  { name: 'home', path: '/', signedIn: true },
  { name: 'settings', path: '/settings', height: 1400, signedIn: true },
];

async function signIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.goto('/login');
  await page.fill('[name=identifier]', account.email);
  await page.fill('[name=password]', account.password);
  await page.click('button[name=method][value=password]');
  await page.waitForURL('/');
}

async function take(
  browser: Browser,
  baseURL: string,
  picture: Picture,
  account: { email: string; password: string },
) {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: picture.width ?? desktop.width, height: picture.height ?? desktop.height },
    colorScheme: picture.colorScheme ?? 'light',
    reducedMotion: 'reduce',
    deviceScaleFactor: 2,
  });
  const page = await context.newPage();
  if (picture.signedIn) await signIn(page, account);
  await page.goto(picture.path, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await context.close();
  const file = path.join(directory, `${picture.name}.png`);
  const isSame = existsSync(file) && looksAlike(smallPicture(taken), smallPicture(await readFile(file)));
  if (!isSame) await writeFile(file, taken);
  console.log(`docs/screenshots/${picture.name}.png${isSame ? ' is as it was' : ''}`);
}

freshBuild();
await mkdir(directory, { recursive: true });
const stack = await startStack();
const browser = await launchBrowser();
try {
  const [account] = await seed(stack.kratos.adminUrl, stack.url);
  if (account) for (const picture of pictures) await take(browser, stack.url, picture, account);
} finally {
  await browser.close();
  await stack.stop();
}
