import type { Page } from 'playwright-core';

/**
 * The texts of the current page: its title, what it shows, and what screen readers are told. Without those in an element
 * with a language of its own, and those in `code` and `time`.
 */
export const pageTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, noscript, body [lang], code, time'))
        texts.push(node.nodeValue ?? '');
    for (const element of document.querySelectorAll('body *'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        if (!element.closest('body [lang]')) texts.push(element.getAttribute(name) ?? '');
    return texts;
  });
