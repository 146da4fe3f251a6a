import { beforeAll, expect, test } from '@jest/globals';
import type { CDPSession } from 'playwright-core';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { useStack } from '../support/useStack.ts';

const { stack, visitSignedIn } = useStack();
let account: TestIdentity;

beforeAll(async () => {
  account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
});

interface TraceEvent {
  name: string;
  args: { elementCount?: number };
}

/** Counts the elements whose style the browser recalculates during an action. */
async function restyled(session: CDPSession, act: () => Promise<unknown>): Promise<number> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  });
  await act();
  await session.send('Tracing.end');
  await ended;
  return events
    .filter(({ name }) => name === 'UpdateLayoutTree')
    .reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0);
}

test('pressing a row of the settings restyles less than a fifth of the page', async () => {
  const { page } = await visitSignedIn(account, '/settings');
  const session = await page.context().newCDPSession(page);
  const summary = page.locator('details:has(> #sessions) > summary');
  await page.locator('#password input[type="password"]').focus();
  await summary.hover();
  const all = await page.locator('main *').count();
  const count = await restyled(session, async () => {
    await page.mouse.down();
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
  });
  expect(count).toBeGreaterThan(0);
  expect(count / all).toBeLessThan(0.2);
});

test('a row that is pressed at the bottom of the window brings its form into view', async () => {
  const { page } = await visitSignedIn(account, '/settings');
  const row = page.locator('details:has(> #password) > summary');
  // all are open
  await row.click();
  await row.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await row.click();
  await page.waitForFunction(() => {
    const { bottom = NaN } = document.getElementById('password')?.getBoundingClientRect() ?? {};
    return bottom < innerHeight + 1;
  });
});

test('the texts of the settings are loaded before the first press', async () => {
  const { page } = await visitSignedIn(account, '/settings');
  const served = JSON.parse((await page.locator('#page').textContent()) ?? '') as { texts: string };
  await page.reload();
  await page.waitForFunction(
    (texts) => performance.getEntriesByName(new URL(texts, location.href).href).length > 0,
    served.texts,
  );
});

test.each([
  ['password', '#password input[type="password"]'],
  ['sessions', 'details:has(> #sessions) > summary'],
])(
  'settings that are opened at #%s move the focus there, and keep the profile closed',
  async (anchor, start) => {
    const { page } = await visitSignedIn(account, `/settings#${anchor}`);
    await page.locator(`${start}:focus`).waitFor();
    await page.locator('details:not([open]):has(> #profile)').waitFor();
  },
);

test('the section that a navigation link opens gets the focus, and has the primary button until another one has it', async () => {
  const { page } = await visitSignedIn(account, '/settings');
  /** The buttons of the open sections that look primary. */
  const primaries = () =>
    page
      .locator('details[open] > div > form > button')
      .evaluateAll((buttons) =>
        buttons
          .filter((button) => getComputedStyle(button).color === 'rgb(255, 255, 255)')
          .map((button) => button.textContent),
      );
  await page.getByRole('navigation').getByRole('link', { name: 'Password', exact: true }).click();
  await page.locator('details[data-current] > #password').waitFor();
  await page.locator('details:has(> #password) > summary:focus').waitFor();
  expect(await primaries()).toEqual(['Change password']);
  await page.getByLabel(/^First name/).focus();
  expect(await primaries()).toEqual(['Save profile']);
  await page.locator('details[data-current] > #profile').waitFor();
});
