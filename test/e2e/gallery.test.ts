import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { widths } from '../../scripts/gallery/indexPage.ts';
import { pseudo } from '../../scripts/gallery/look.ts';
import { brandNames } from '../../scripts/gallery/sampleBrands.ts';
import { perform } from '../../scripts/gallery/states/interaction.ts';
import type { State } from '../../scripts/gallery/states/state.ts';
import { states } from '../../scripts/gallery/states/states.ts';
import { locales } from '../../shared/messages/locales.ts';
import { pageNames } from '../../shared/pages.ts';
import { axeFindings, rulesOfColors } from '../support/accessibility.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { type Condition, conditions, inCondition } from '../support/conditions.ts';
import { type Finding, found, grouped, kindOf } from '../support/findings.ts';
import { focusFindings } from '../support/focusRings.ts';
import { worker } from '../support/worker.ts';
import { layoutFindings } from '../support/layout.ts';
import { untranslated } from '../support/untranslated.ts';

/**
 * Each state is seen in one language, theme and condition, so that neighbouring states differ in all three; and in the
 * pseudo-language, which is longer than any. `npm run gallery:check` sees every state in every language, theme and condition.
 */
const isWhole = process.env.GALLERY === 'whole';

const themes = ['light', 'dark'] as const;

interface Look {
  language: string;
  theme: (typeof themes)[number];
  /** A sample brand; the product's own look when absent. */
  brand?: string;
}

const everyLook: Look[] = locales.flatMap((language) => themes.map((theme) => ({ language, theme })));

/** One of several, by a state's place in the gallery. */
const oneOf = <Item>(items: readonly Item[], state: State): Item[] => {
  const at = states.indexOf(state) % items.length;
  return items.slice(at, at + 1);
};

let gallery: string;
let browser: Browser;
/** Pages that look at different states at once: one works while another loads. */
let pages: [Page, Page];

beforeAll(async () => {
  [gallery, browser] = await Promise.all([worker.sharedGallery(), sharedBrowser()]);
  const newPage = () => browser.newPage({ baseURL: gallery, reducedMotion: 'reduce' });
  pages = await Promise.all([newPage(), newPage()]);
});

afterAll(async () => {
  await closePages(browser);
});

/** Says how far a long look has come, and what is new. */
function report(done: string, before: Finding[], findings: Finding[]): void {
  const known = new Set(before.map(kindOf));
  const fresh = findings.filter((finding) => !known.has(kindOf(finding)));
  process.stderr.write([done, ...grouped(fresh), ''].join('\n'));
}

/** Looks at each item in one of the pages. @returns what was found, equal findings as one line */
async function seeEach<Item>(
  items: Item[],
  see: (page: Page, item: Item) => Promise<Finding[]>,
): Promise<string[]> {
  const { currentTestName = '' } = expect.getState();
  const all: Finding[] = [];
  const queue = items.entries();
  const seeNext = async (page: Page): Promise<void> => {
    for (const [at, item] of queue) {
      const findings = await see(page, item);
      if (isWhole) report(`${currentTestName}: ${at + 1} of ${items.length}`, all, findings);
      all.push(...findings);
    }
  };
  await Promise.all(pages.map(seeNext));
  return grouped(all);
}

async function open(page: Page, { name, steps = [] }: State, look: Look): Promise<void> {
  await page.goto(`/states/${name}?${new URLSearchParams({ ...look }).toString()}`);
  await page.evaluate(async () => {
    for (const folded of document.querySelectorAll<HTMLDetailsElement>('main details')) folded.open = true;
    await document.fonts.ready;
  });
  await page.evaluate(`(${perform.toString()})(document, ${JSON.stringify(steps)})`);
}

async function layoutAtEveryWidth(page: Page, where: string): Promise<Finding[]> {
  const all: Finding[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    all.push(...found(`${where} ${width}`, await layoutFindings(page)));
  }
  return all;
}

/** The current page in conditions of readers who set their browser to their needs. */
async function layoutInConditions(page: Page, where: string, chosen: Condition[]): Promise<Finding[]> {
  const all: Finding[] = [];
  await page.evaluate(() => delete document.documentElement.dataset.theme);
  for (const condition of chosen)
    await inCondition(page, condition, async (width) => {
      const findings = [...(await layoutFindings(page)), ...(await focusFindings(page))];
      all.push(...found(`${where} ${condition.name} ${width}`, findings));
    });
  return all;
}

/** A state in one look, and in one condition. */
async function seeInLook(page: Page, [state, look]: [State, Look]): Promise<Finding[]> {
  await open(page, state, look);
  const where = Object.values({ name: state.name, ...look }).join(' ');
  const all = await layoutAtEveryWidth(page, where);
  for (const width of oneOf(widths, state)) {
    await page.setViewportSize({ width, height: 900 });
    all.push(...found(`${where} ${width}`, await axeFindings(page)));
  }
  return [...all, ...(await layoutInConditions(page, where, oneOf(conditions, state)))];
}

/** A state in one language: at every width, in every theme. A theme is an attribute of the page, and changes its colours alone. */
async function seeInLanguage(page: Page, [state, language]: [State, string]): Promise<Finding[]> {
  await open(page, state, { language, theme: 'light' });
  const all: Finding[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of themes) {
      await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
      const axe = await axeFindings(page, theme === 'dark' ? rulesOfColors : undefined);
      const findings = [...(await layoutFindings(page)), ...axe];
      all.push(...found(`${state.name} ${language} ${theme} ${width}`, findings));
    }
  }
  return all;
}

async function seeInPseudo(page: Page, state: State): Promise<Finding[]> {
  await open(page, state, { language: pseudo, theme: 'light' });
  const layout = await layoutAtEveryWidth(page, `${state.name} ${pseudo}`);
  return [...layout, ...found(state.name, await untranslated(page))];
}

/** A state in every condition, in a language of long words. */
async function seeInConditions(page: Page, state: State): Promise<Finding[]> {
  const [language = ''] = oneOf(['de', 'pl'], state);
  await open(page, state, { language, theme: 'light' });
  return layoutInConditions(page, `${state.name} ${language}`, conditions);
}

test('every page has states', () => {
  expect(pageNames.filter((name) => !states.some(({ page: { name: shown } }) => shown === name))).toEqual([]);
});

describe.each(pageNames)('in every state of %s', (name) => {
  const ofPage = states.filter(({ page: { name: shown } }) => shown === name);

  test('axe finds nothing, and nothing overflows, is cut off or overlaps', async () => {
    const inLanguages = ofPage.flatMap((state) => locales.map((locale): [State, string] => [state, locale]));
    const inOneLook = ofPage.flatMap((state) =>
      oneOf(everyLook, state).map((look): [State, Look] => [state, look]),
    );
    expect(await (isWhole ? seeEach(inLanguages, seeInLanguage) : seeEach(inOneLook, seeInLook))).toEqual([]);
  });

  test('every text is translated, and fits when it is long', async () => {
    expect(await seeEach(ofPage, seeInPseudo)).toEqual([]);
  });

  if (isWhole)
    test('it can be read and used zoomed, in forced colours, and with large or spaced text', async () => {
      expect(await seeEach(ofPage, seeInConditions)).toEqual([]);
    });
});

test('every component of client/ui is shown, with what its docstring says', async () => {
  const [page] = pages;
  await page.goto('/components');
  const shown = await page.evaluate(() =>
    Array.from(document.querySelectorAll('main > section'), (section) => [
      section.querySelector('h2')?.textContent,
      (section.querySelector('h2 + p')?.textContent ?? '') !== '',
    ]),
  );
  const files = readdirSync(path.join(import.meta.dirname, '../../client/ui'));
  const names = files.flatMap((file) => /^([A-Z]\w*)\.tsx$/.exec(file)?.[1] ?? []);
  expect(shown).toEqual(names.sort().map((name) => [name, true]));
});

const pointed = [[], ['hover'], ['focus', 'focus-visible'], ['hover', 'active']];

/** Has the browser show every control as if it were pointed at, focused or pressed. */
async function force(session: CDPSession, pseudoClasses: string[]): Promise<void> {
  const { root } = await session.send('DOM.getDocument');
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'a, button, input, select, summary',
  });
  for (const nodeId of nodeIds)
    await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: pseudoClasses });
}

test.each(themes)(
  'axe finds nothing in the components of client/ui, at rest, pointed at, focused and pressed (%s)',
  async (theme) => {
    const [page] = pages;
    const session = await page.context().newCDPSession(page);
    await page.goto(`/components?language=en&theme=${theme}`);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const all = await layoutAtEveryWidth(page, `components ${theme}`);
    for (const pseudoClasses of pointed) {
      await force(session, pseudoClasses);
      all.push(...found(`components ${theme} ${pseudoClasses.join(', ')}`, await axeFindings(page)));
    }
    await session.detach();
    expect(grouped(all)).toEqual([]);
  },
);

/** States that together show most of what a brand changes. */
const ofBrands = [
  'login/wrong-password',
  'login/code-sent',
  'consent/first',
  'settings/saved',
  'home/signed-in',
  'error/not-found',
];

describe.each(brandNames)('in the look of %s', (brand) => {
  test.each(themes)(
    'axe finds nothing, and nothing overflows, is cut off or overlaps (%s)',
    async (theme) => {
      const branded = states
        .filter(({ name }) => ofBrands.includes(name))
        .map((state): [State, Look] => [state, { language: 'en', theme, brand }]);
      expect(await seeEach(branded, seeInLook)).toEqual([]);
    },
  );
});
