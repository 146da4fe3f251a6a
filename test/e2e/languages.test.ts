import { expect, test } from '@jest/globals';
import { languageTag, locales } from '../../shared/messages/locales.ts';
import { useStack } from '../support/useStack.ts';

/** The narrowest window of WCAG 2.2 (1.4.10): 1280 px at 400 % zoom. */
const narrow = { width: 320, height: 640 };
const paths = ['/', '/login', '/registration', '/recovery', '/verification', '/accessibility', '/nowhere'];

const { stack, arrive } = useStack();

test.each(locales)('in %s every page fits a narrow screen, and declares its language', async (locale) => {
  const { context, page } = await arrive({ scripts: false });
  await page.setViewportSize(narrow);
  await context.addCookies([{ name: 'locale', value: locale, url: stack().url }]);
  for (const path of paths) {
    await page.goto(stack().url + path);
    const seen = await page.evaluate(() => ({
      lang: document.documentElement.lang,
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }));
    expect({ path, ...seen }).toEqual({ path, lang: languageTag(locale), overflow: 0 });
  }
});
