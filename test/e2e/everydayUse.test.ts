import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { useStack } from '../support/useStack.ts';
import { Visitor } from '../support/visitor.ts';

const { stack, visit } = useStack();
let visitor: Visitor;
let account: TestIdentity;

beforeAll(async () => {
  account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
});

/** Collects the errors and warnings that a page logs from now on, and its requests to other origins. */
function collectProblems(page: Page): string[] {
  const found: string[] = [];
  page.on('pageerror', ({ message }) => found.push(message));
  page.on('console', (message) => {
    // a refused form is answered with status 400, which Chromium logs as an error
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isAnswer) found.push(message.text());
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== stack().url) found.push(`a request to ${origin}`);
  });
  return found;
}

/**
 * The largest layout shift that a late font may cause. A stand-in's letters are not each as wide as the font's: in place of
 * Arial, the asterisk after the text of a consent moves by six pixels, 0.0017.
 */
const maxFontShift = 0.002;

/** Sums the layout shifts of each document that a page opens from now on. @returns reads the sum of the current one */
async function collectShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = window as unknown as { shifted: number };
    shifts.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        shifts.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifted: number }).shifted);
}

test('pages cause no console errors, no layout shifts and no requests to other origins', async () => {
  visitor = await visit('/');
  const found = collectProblems(visitor.page);
  const shifted = await collectShifts(visitor.page);
  for (const path of ['/', '/registration', '/recovery', '/verification', '/nowhere', '/login']) {
    await visitor.page.goto(stack().url + path, { waitUntil: 'networkidle' });
    expect([path, (await shifted()) < maxFontShift]).toEqual([path, true]);
  }
  await visitor.signIn(account.email, 'wrong');
  await visitor.reads('Email or password is wrong.');
  await visitor.signIn(account.email, account.password);
  await visitor.arrives('Welcome, Ada');
  expect(found).toEqual([]);
});

test('a phone shows pages before their fonts have arrived, which then move no more than the end of a line', async () => {
  visitor = await visit('/', { isNew: true });
  const { page } = visitor;
  await page.setViewportSize({ width: 390, height: 844 });
  const shifted = await collectShifts(page);
  await page.route('**/*.woff2', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await route.continue();
  });
  for (const path of ['/login', '/registration', '/recovery', '/verification']) {
    await page.goto(stack().url + path, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);
    expect([path, (await shifted()) < maxFontShift]).toEqual([path, true]);
  }
});

test('losing the cookies costs one more press, but nothing that was typed', async () => {
  visitor = await visit('/login');
  await visitor.context.clearCookies();
  await visitor.signIn(account.email, account.password);
  await visitor.reads(/Send the form again/);
  await visitor.press('Sign in with password');
  await visitor.arrives('Welcome, Ada');
});

test('going back after signing in does not ask to sign in again', async () => {
  visitor = await visit('/login');
  await visitor.signIn(account.email, account.password);
  await visitor.arrives('Welcome, Ada');
  await visitor.page.goBack();
  await visitor.arrives('Welcome, Ada');
});
