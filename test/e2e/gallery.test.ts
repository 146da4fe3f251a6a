import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { widths } from '../../scripts/gallery/indexPage.ts';
import { pseudo } from '../../scripts/gallery/look.ts';
import { brandNames } from '../../scripts/gallery/sampleBrands.ts';
import type { State } from '../../scripts/gallery/states/state.ts';
import { states } from '../../scripts/gallery/states/states.ts';
import { locales } from '../../shared/messages/locales.ts';
import { pageNames } from '../../shared/pages.ts';
import { axeFindings } from '../support/accessibility.ts';
import { launchBrowser } from '../support/browser.ts';
import { startGallery, type RunningGallery } from '../support/gallery.ts';
import { layoutFindings } from '../support/layout.ts';
import { untranslated } from '../support/untranslated.ts';

/**
 * Each state is seen in one language and theme at every width, so that neighbouring states differ in both; and in the
 * pseudo-language, which is longer than any. `npm run gallery:check` sees every state in every language and theme.
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

const looksOf = (state: State): Look[] =>
  isWhole ? everyLook : everyLook.slice(states.indexOf(state) % everyLook.length).slice(0, 1);

let gallery: RunningGallery;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [gallery, browser] = await Promise.all([startGallery(), launchBrowser()]);
  page = await browser.newPage({ baseURL: gallery.url, reducedMotion: 'reduce' });
});

afterAll(async () => {
  await browser.close();
  await gallery.stop();
});

async function open({ name }: State, look: Look): Promise<void> {
  await page.goto(`/states/${name}?${new URLSearchParams({ ...look }).toString()}`);
  await page.evaluate(async () => {
    for (const folded of document.querySelectorAll<HTMLDetailsElement>('main details')) folded.open = true;
    await document.fonts.ready;
  });
}

const at = (place: object, findings: string[]): string[] =>
  findings.map((finding) => `${Object.values(place).join(' ')}: ${finding}`);

async function layoutAtEveryWidth(place: object): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    found.push(...at({ ...place, width }, await layoutFindings(page)));
  }
  return found;
}

async function findings(state: State, look: Look): Promise<string[]> {
  await open(state, look);
  const place = { name: state.name, ...look };
  const found = await layoutAtEveryWidth(place);
  for (const width of isWhole ? widths : widths.slice(states.indexOf(state) % widths.length).slice(0, 1)) {
    await page.setViewportSize({ width, height: 900 });
    found.push(...at({ ...place, width }, await axeFindings(page)));
  }
  return found;
}

async function findingsInPseudo(state: State): Promise<string[]> {
  const look: Look = { language: pseudo, theme: 'light' };
  await open(state, look);
  const place = { name: state.name, ...look };
  return [...(await layoutAtEveryWidth(place)), ...at(place, await untranslated(page))];
}

test('every page has states', () => {
  expect(pageNames.filter((name) => !states.some(({ page: { name: shown } }) => shown === name))).toEqual([]);
});

describe.each(pageNames)('in every state of %s', (name) => {
  const ofPage = states.filter(({ page: { name: shown } }) => shown === name);

  test('axe finds nothing, and nothing overflows, is cut off or overlaps', async () => {
    const found: string[] = [];
    for (const state of ofPage)
      for (const look of looksOf(state)) found.push(...(await findings(state, look)));
    expect(found).toEqual([]);
  });

  test('every text is translated, and fits when it is long', async () => {
    const found: string[] = [];
    for (const state of ofPage) found.push(...(await findingsInPseudo(state)));
    expect(found).toEqual([]);
  });
});

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
      const found: string[] = [];
      for (const state of states.filter(({ name }) => ofBrands.includes(name)))
        found.push(...(await findings(state, { language: 'en', theme, brand })));
      expect(found).toEqual([]);
    },
  );
});
