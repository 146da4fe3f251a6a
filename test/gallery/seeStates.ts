import type { Page } from 'playwright-core';
import { widths } from '../../scripts/gallery/indexPage.ts';
import { pseudo } from '../../scripts/gallery/look.ts';
import { perform } from '../../scripts/gallery/states/interaction.ts';
import { pageNameOf, type AnyState } from '../../scripts/gallery/states/state.ts';
import { states } from '../../scripts/gallery/states/states.ts';
import { axeFindings, rulesOfColors } from '../support/accessibility.ts';
import { type Condition, conditions, inCondition } from '../support/conditions.ts';
import { type Finding, found } from '../support/findings.ts';
import { focusFindings } from '../support/focusRings.ts';
import { layoutFindings } from '../support/layout.ts';
import { untranslated } from '../support/untranslated.ts';

/**
 * Each state is checked in the pseudo-language, whose texts are the longest, and in one theme and condition, so that
 * neighbouring states differ in both. `npm run gallery:check` checks every state in every language, theme and condition.
 */
export const isWhole = process.env.GALLERY === 'whole';

/** The pages with the most states: each has a test file of its own, and `gallery.test.ts` checks all others. */
export const largePages: readonly string[] = ['login', 'settings'];

/** How long checking all states of such a page may take, in milliseconds: a busy machine needs minutes. */
export const largePageLimit = 600_000;

export const themes = ['light', 'dark'] as const;

interface Look {
  language: string;
  theme: (typeof themes)[number];
  /** A sample brand; the product's own look when absent. */
  brand?: string;
}

export const statesOf = (name: string): AnyState[] => states.filter((state) => pageNameOf(state) === name);

/** Picks one of several items by a state's place in the gallery. @returns it alone */
const oneOf = <Item>(items: readonly Item[], state: AnyState): Item[] => {
  const at = states.indexOf(state) % items.length;
  return items.slice(at, at + 1);
};

async function open(page: Page, { name, steps = [] }: AnyState, look: Look): Promise<void> {
  await page.goto(`/states/${name}?${new URLSearchParams({ ...look }).toString()}`);
  await page.evaluate(async () => {
    for (const folded of document.querySelectorAll<HTMLDetailsElement>('main details')) folded.open = true;
    await document.fonts.ready;
  });
  if (steps.length > 0) await page.evaluate(`(${perform.toString()})(document, ${JSON.stringify(steps)})`);
}

/**
 * Sets the theme of the current page, by default the device's. A theme is an attribute of the page, and only changes its
 * colours.
 */
const setTheme = (page: Page, theme?: Look['theme']): Promise<void> =>
  page.evaluate((name) => {
    if (name) document.documentElement.dataset.theme = name;
    else delete document.documentElement.dataset.theme;
  }, theme);

/** Checks the layout of the current page at every width. @param axeAt the widths at which axe checks it, too */
async function seeAtEveryWidth(page: Page, where: string, axeAt: readonly number[] = []): Promise<Finding[]> {
  const all: Finding[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const axe = axeAt.includes(width) ? await axeFindings(page) : [];
    all.push(...found(`${where} ${width}`, [...(await layoutFindings(page)), ...axe]));
  }
  return all;
}

/** Checks the layout and focus rings of the current page in conditions that readers set their browsers to. */
async function seeInConditions(page: Page, where: string, chosen: Condition[]): Promise<Finding[]> {
  const all: Finding[] = [];
  await setTheme(page);
  for (const condition of chosen)
    await inCondition(page, condition, async (width) => {
      const findings = [...(await layoutFindings(page)), ...(await focusFindings(page))];
      all.push(...found(`${where} ${condition.name} ${width}`, findings));
    });
  return all;
}

/**
 * Checks a state in the pseudo-language: every text, the layout at every width, with axe at one of them, and in one condition.
 */
export async function seeInPseudo(page: Page, state: AnyState): Promise<Finding[]> {
  const [theme = 'light'] = oneOf(themes, state);
  const where = `${state.name} ${pseudo} ${theme}`;
  await open(page, state, { language: pseudo, theme });
  return [
    ...found(state.name, await untranslated(page)),
    ...(await seeAtEveryWidth(page, where, oneOf(widths, state))),
    ...(await seeInConditions(page, where, oneOf(conditions, state))),
  ];
}

/** Checks a state in the look of a brand: the layout at every width, with axe in both themes, and in one condition. */
export async function seeInBrand(page: Page, [state, brand]: [AnyState, string]): Promise<Finding[]> {
  const where = `${state.name} ${brand}`;
  await open(page, state, { language: 'en', theme: 'light', brand });
  const [width = 1280] = oneOf(widths, state);
  const all = await seeAtEveryWidth(page, where, [width]);
  await page.setViewportSize({ width, height: 900 });
  await setTheme(page, 'dark');
  all.push(...found(`${where} dark ${width}`, await axeFindings(page, rulesOfColors)));
  return [...all, ...(await seeInConditions(page, where, oneOf(conditions, state)))];
}

/** Checks a state in one language at every width, in every theme. */
export async function seeInLanguage(page: Page, [state, language]: [AnyState, string]): Promise<Finding[]> {
  await open(page, state, { language, theme: 'light' });
  const all: Finding[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of themes) {
      await setTheme(page, theme);
      const axe = await axeFindings(page, theme === 'dark' ? rulesOfColors : undefined);
      const findings = [...(await layoutFindings(page)), ...axe];
      all.push(...found(`${state.name} ${language} ${theme} ${width}`, findings));
    }
  }
  return all;
}

/** Checks a state in every condition, in a language with long words. */
export async function seeInEveryCondition(page: Page, state: AnyState): Promise<Finding[]> {
  const [language = ''] = oneOf(['de', 'pl'], state);
  await open(page, state, { language, theme: 'light' });
  return seeInConditions(page, `${state.name} ${language}`, conditions);
}
