import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from '@jest/globals';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { languageTag, locales } from '../../shared/messages/locales.ts';
import { useStack } from '../support/useStack.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const wcag22 = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The narrowest window of WCAG 2.2 (1.4.10): 1280 px at 400 % zoom. */
const narrow = { width: 320, height: 640 };
const examined = new Set(['/login', '/registration', '/accessibility']);
const paths = ['/', '/login', '/registration', '/recovery', '/verification', '/accessibility', '/nowhere'];

const { stack, visit } = useStack();

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate(
    (tags) =>
      (globalThis as unknown as { axe: { run: (o: object) => Promise<AxeResults> } }).axe.run({
        runOnly: tags,
      }),
    wcag22,
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

test.each(locales)(
  'in %s every page fits a narrow screen, declares its language, and passes axe',
  async (locale) => {
    const { context, page } = await visit('/health/alive');
    await page.setViewportSize(narrow);
    await context.addCookies([{ name: 'locale', value: locale, url: stack().url }]);
    for (const path of paths) {
      await page.goto(stack().url + path);
      const seen = await page.evaluate(() => ({
        lang: document.documentElement.lang,
        overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      }));
      expect({ path, ...seen }).toEqual({ path, lang: languageTag(locale), overflow: 0 });
      if (examined.has(path)) expect(await violations(page)).toEqual([]);
    }
  },
);
