import { mkdtempSync, rmSync, writeFileSync, copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { startPortal, type RunningPortal } from '../support/portal.ts';
import { Visitor } from '../support/visitor.ts';

const fontFile = createRequire(import.meta.url).resolve(
  '@fontsource-variable/open-sans/files/open-sans-latin-wght-normal.woff2',
);

let directory = '';
let browser: Browser;
let portal: RunningPortal;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'brand-'));
  copyFileSync(fontFile, path.join(directory, 'regular.woff2'));
  copyFileSync(fontFile, path.join(directory, 'semibold.woff2'));
  const BRAND_FILE = path.join(directory, 'brand.json');
  const font = { family: 'Ward Sans', regular: 'regular.woff2', semibold: 'semibold.woff2' };
  writeFileSync(BRAND_FILE, JSON.stringify({ font }));
  [browser, portal] = await Promise.all([
    sharedBrowser(),
    startPortal({ KRATOS_PUBLIC_URL: 'http://127.0.0.1:9', BRAND_FILE }),
  ]);
});
afterAll(async () => {
  await closePages(browser);
  await portal.stop();
  rmSync(directory, { recursive: true });
});

test.each(['/accessibility', '/docs/api'])(
  'a brand’s font is loaded and applied in both weights on %s, under the content security policy',
  async (page) => {
    const visitor = await Visitor.at(portal.url, browser);
    await visitor.open(page);
    const { loaded, used } = await visitor.page.evaluate(async () => {
      await document.fonts.ready;
      const shown = [document.body, document.querySelector('h1') as HTMLElement];
      return {
        loaded: Array.from(document.fonts)
          // the stand-in is a local font, shown until the brand's has loaded
          .filter(({ family, status }) => status === 'loaded' && !family.includes('Stand-in'))
          .map(({ family, weight }) => `${family.replaceAll('"', '')} ${weight}`),
        used: shown.map((element) => getComputedStyle(element).fontFamily.split(',')[0]),
      };
    });
    expect(loaded.sort()).toEqual(['Ward Sans 400', 'Ward Sans 600']);
    expect(used).toEqual(['"Ward Sans"', '"Ward Sans"']);
    expect(visitor.refused).toEqual([]);
  },
);
