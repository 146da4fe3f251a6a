import { beforeAll, describe, expect, test } from '@jest/globals';
import { axeFindings } from '../support/accessibility.ts';
import { openSignedIn } from '../support/accountVisitor.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, visit } = useStack({ portal: { SUPPORT_EMAIL: 'help@example.org' } });
let account: TestIdentity;

beforeAll(async () => {
  account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
});

const signedOut = [
  '/',
  '/login',
  '/registration',
  '/recovery',
  '/verification',
  '/accessibility',
  '/nowhere',
];
const signedIn = ['/', '/settings', '/logout'];
const pages = [
  ...signedOut.map((path) => ({ path, who: 'a signed-out visitor' })),
  ...signedIn.map((path) => ({ path, who: 'a signed-in user' })),
];

/** Opens one of the pages. */
async function open({ path, who }: (typeof pages)[number]): Promise<Visitor> {
  const visitor = await visit('/health/alive');
  if (who === 'a signed-in user') await openSignedIn(visitor, stack(), account, path);
  else await visitor.open(path);
  return visitor;
}

/** Marks the focused element. @returns the tab stops that have not been marked yet */
function markFocused(): string[] {
  (document.activeElement as HTMLElement).dataset.reached = '';
  const stops = document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary');
  return Array.from(stops)
    .filter((stop) => stop.tabIndex >= 0 && stop.checkVisibility({ visibilityProperty: true }))
    .filter((stop) => !stop.matches(':disabled, [type="hidden"], [data-reached]'))
    .map(({ outerHTML }) => outerHTML);
}

const unmark = (): void =>
  document.querySelectorAll<HTMLElement>('[data-reached]').forEach((stop) => delete stop.dataset.reached);

/** More steps than it takes to reach every tab stop of a page. */
const manySteps = 150;

test.each(pages)(
  'Tab and Shift+Tab reach every control on $path for $who, and are never trapped',
  async (at) => {
    const { page } = await open(at);
    for (const key of ['Tab', 'Shift+Tab']) {
      await page.evaluate(unmark);
      let missing = await page.evaluate(markFocused);
      for (let step = 0; step < manySteps && missing.length > 0; step++) {
        await page.keyboard.press(key);
        missing = await page.evaluate(markFocused);
      }
      expect(missing).toEqual([]);
    }
  },
);

/** Fields and buttons without a border, which they need as forced colours drop backgrounds. A code's cells have their own. */
const borderless = (): string[] =>
  Array.from(document.querySelectorAll<HTMLElement>('main input, main button, main select'))
    .filter((control) =>
      control.matches(':not([type="hidden"], [aria-hidden], [aria-pressed], [data-digits])'),
    )
    .filter((control) => control.checkVisibility())
    .filter((control) => {
      const { borderTopStyle, borderTopWidth } = getComputedStyle(control);
      return borderTopStyle === 'none' || borderTopWidth === '0px';
    })
    .map(({ outerHTML }) => outerHTML);

test.each(pages)(
  'in forced colours, axe reports no problems on $path for $who, and controls have borders',
  async (at) => {
    const { page } = await open(at);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      expect(await page.evaluate(borderless)).toEqual([]);
    }
    // the contrast of forced colours is the user's choice
    const findings = (await axeFindings(page)).filter((found) => !found.startsWith('color-contrast'));
    expect(findings).toEqual([]);
  },
);

describe('web fonts', () => {
  const fontsOf = async (headers: Record<string, string>): Promise<number> => {
    const { context, page } = await visit('/health/alive', { isNew: true });
    const fonts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'font') fonts.push(request.url());
    });
    await context.setExtraHTTPHeaders(headers);
    await page.goto(`${stack().url}/login`, { waitUntil: 'networkidle' });
    return fonts.length;
  };

  test('are not loaded when the browser asks to save data', async () => {
    expect(await fontsOf({ 'Save-Data': 'on' })).toBe(0);
    expect(await fontsOf({})).toBeGreaterThan(0);
  });
});
