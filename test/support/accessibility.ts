import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const wcag22: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // collecting the elements that pass would only cost time
  resultTypes: ['violations'],
  // only a rule about audio and video needs it
  preload: false,
};

/** The narrowest window that must not need scrolling in two directions (WCAG 2.2, 1.4.10). */
const narrowest = { width: 320, height: 640 };

/** The rules whose result depends on colours. */
export const rulesOfColors = ['color-contrast', 'link-in-text-block'];

interface Axe {
  run: (context: Document | Element, options: RunOptions) => Promise<AxeResults>;
}

/** The globals of a page that examines another one. */
interface Examiner {
  axeFor: (window: Window) => Axe;
  examined: Window;
}

/** The pages that another page examines, by the examined one. */
const examiners = new WeakMap<Page, Page>();

/**
 * Opens a page that axe examines from a second one, which has opened it: axe's code stays compiled there from one document
 * to the next, so that it takes half the time.
 *
 * @param options of its browser context; its documents have to be of the origin `baseURL`
 */
export async function pageWithAxe(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  const examiner = await context.newPage();
  await examiner.goto('/pseudo.json');
  await examiner.evaluate(`globalThis.axeFor = (window) => { ${axe}; return window.axe; }`);
  const opened = examiner.waitForEvent('popup');
  await examiner.evaluate(() => {
    (globalThis as unknown as Examiner).examined = open('/pseudo.json') ?? window;
  });
  const page = await opened;
  examiners.set(page, examiner);
  return page;
}

/** An open menu, which covers a part of the page on purpose: then only the menu is examined. */
const openMenu = ':is(header, footer) details[open]';

/** Runs axe on the page itself. @returns a line for each violation: all of the result would take long to copy */
async function examineItself([options, menu]: [RunOptions, string]): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: Axe };
  const { violations } = await axe.run(document.querySelector(menu) ?? document, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Runs axe on the page that this one has opened. */
async function examineOther([options, menu]: [RunOptions, string]): Promise<string[]> {
  const { axeFor, examined } = globalThis as unknown as Examiner;
  const { document } = examined;
  const { violations } = await axeFor(examined).run(document.querySelector(menu) ?? document, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/**
 * Returns axe's findings on the current page.
 *
 * @param rules the rules to check; those of WCAG 2.2 AA and axe's best practices by default
 */
export async function axeFindings(page: Page, rules?: string[]): Promise<string[]> {
  const options: RunOptions = rules ? { ...wcag22, runOnly: { type: 'rule', values: rules } } : wcag22;
  const examiner = examiners.get(page);
  if (examiner) return examiner.evaluate(examineOther, [options, openMenu] as [RunOptions, string]);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(examineItself, [options, openMenu] as [RunOptions, string]);
}

/** Finds content that is wider than the window: the page itself, or content that is cut off because `main` clips. */
const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.scrollingElement as HTMLElement;
    const scrolls = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX === 'auto' || scrolls(element.parentElement));
    const cutOff = Array.from(document.querySelectorAll('main *')).filter((element) => {
      const { right, left, width } = element.getBoundingClientRect();
      const isSeen = width > 1 && !element.closest('[aria-hidden="true"]');
      // the input of a code is one digit wider than its frame on purpose: the part that is cut off is always empty
      if (element.matches('input[data-digits]')) return false;
      return isSeen && (right > root.clientWidth + 0.5 || left < -0.5) && !scrolls(element.parentElement);
    });
    return [
      ...(root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} px wide`] : []),
      ...cutOff.map((element) => `cut off: ${element.outerHTML.slice(0, 200)}`),
    ];
  });

/**
 * Checks the current page for overflow and with axe: in the dark theme with the rules about colours, and in the narrowest
 * window with all rules. Leaves the page in the light theme and at its former size.
 *
 * @returns one line for each finding, with the look it was found in
 */
export async function findingsInDarkAndNarrow(page: Page): Promise<string[]> {
  const usual = page.viewportSize() ?? { width: 1280, height: 720 };
  const found: string[] = [];
  for (const [name, look, window, rules] of [
    ['dark', 'dark', usual, rulesOfColors],
    ['narrow', 'light', narrowest, undefined],
  ] as const) {
    await page.emulateMedia({ colorScheme: look });
    await page.setViewportSize(window);
    const findings = [...(await axeFindings(page, rules)), ...(await overflow(page))];
    found.push(...findings.map((finding) => `${name}: ${finding}`));
  }
  await page.setViewportSize(usual);
  return found;
}
