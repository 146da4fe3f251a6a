import { beforeAll, describe, expect, test } from '@jest/globals';
import { openSignedIn } from '../support/accountVisitor.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, visit } = useStack();
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

/** Marks the elements that have the focus from now on. Runs in the page. */
function markFocused(): void {
  document.querySelectorAll<HTMLElement>('[data-reached]').forEach((stop) => delete stop.dataset.reached);
  const mark = () => ((document.activeElement as HTMLElement).dataset.reached = '');
  addEventListener('focusin', mark);
  mark();
}

/** Returns the tab stops that have not been marked. Runs in the page. */
function unreached(): string[] {
  const stops = document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary');
  return Array.from(stops)
    .filter((stop) => stop.tabIndex >= 0 && stop.checkVisibility({ visibilityProperty: true }))
    .filter((stop) => !stop.matches(':disabled, [type="hidden"], [data-reached]'))
    .map(({ outerHTML }) => outerHTML);
}

/** More rounds than it takes to reach every tab stop of a page: each presses Tab once for each stop that is left. */
const manyRounds = 10;

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
  'Tab and Shift+Tab reach every control on $path for $who; in forced colours, controls have borders',
  async (at) => {
    const { page } = await open(at);
    for (const key of ['Tab', 'Shift+Tab']) {
      await page.evaluate(markFocused);
      let missing = await page.evaluate(unreached);
      for (let round = 0; round < manyRounds && missing.length > 0; round++) {
        for (let presses = missing.length; presses > 0; presses--) await page.keyboard.press(key);
        missing = await page.evaluate(unreached);
      }
      expect(missing).toEqual([]);
    }
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      expect(await page.evaluate(borderless)).toEqual([]);
    }
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
