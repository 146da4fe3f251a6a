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
 * Each state is checked in the pseudo-language, whose texts are the longest, in one theme, at the narrowest width, and at a
 * wider one or in one condition. Neighbouring states differ in all of these, and share most of what they show, so together
 * they cover each pair of a component and a look. `npm run gallery:check` checks every state in every language, theme, width
 * and condition.
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

/** Picks one of several items by a state's place in the gallery, the same for as many neighbours as `alike` says. */
const oneOf = <Item>(items: readonly Item[], state: AnyState, alike = 1): Item =>
  items[Math.floor(states.indexOf(state) / alike) % items.length] as Item;

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

const [narrow = 320, ...wider] = widths;
/** Each condition at each of its sizes. */
const sizedConditions = conditions.flatMap((condition) =>
  condition.sizes.map((size): Condition => ({ ...condition, sizes: [size] })),
);

/** Checks the layout of the current page at some widths. @param axeAt the width at which axe checks it, too */
async function seeAtWidths(page: Page, where: string, sizes: number[], axeAt?: number): Promise<Finding[]> {
  const all: Finding[] = [];
  for (const width of sizes) {
    await page.setViewportSize({ width, height: 900 });
    const axe = width === axeAt ? await axeFindings(page) : [];
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
 * Checks a state in the pseudo-language: every text, and the layout, with axe, at the narrowest width; then either the layout at
 * a wider one, where axe checks it in place of the narrowest, or in one condition.
 */
export async function seeInPseudo(page: Page, state: AnyState): Promise<Finding[]> {
  const theme = oneOf(themes, state);
  const wide = oneOf(
    wider.flatMap((width) => [undefined, width]),
    state,
    2,
  );
  const where = `${state.name} ${pseudo} ${theme}`;
  await open(page, state, { language: pseudo, theme });
  return [
    ...found(state.name, await untranslated(page)),
    ...(await seeAtWidths(page, where, wide ? [narrow, wide] : [narrow], wide ?? narrow)),
    ...(wide ? [] : await seeInConditions(page, where, [oneOf(sizedConditions, state, 4)])),
  ];
}

/** Checks a state in the look of a brand: the layout at two widths, with axe in both themes, and in one condition. */
export async function seeInBrand(page: Page, [state, brand]: [AnyState, string]): Promise<Finding[]> {
  const where = `${state.name} ${brand}`;
  await open(page, state, { language: 'en', theme: 'light', brand });
  const width = oneOf(wider, state);
  const all = await seeAtWidths(page, where, [narrow, width], width);
  await setTheme(page, 'dark');
  all.push(...found(`${where} dark ${width}`, await axeFindings(page, rulesOfColors)));
  return [...all, ...(await seeInConditions(page, where, [oneOf(sizedConditions, state)]))];
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
  const language = oneOf(['de', 'pl'], state);
  await open(page, state, { language, theme: 'light' });
  return seeInConditions(page, `${state.name} ${language}`, conditions);
}
