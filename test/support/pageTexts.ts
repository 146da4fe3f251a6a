import type { Page } from 'playwright-core';

/**
 * Returns the texts of the current page: its title, its text nodes, and the attributes that screen readers announce. Leaves out
 * elements with a language of their own, and values that programs read.
 */
export const pageTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (
        !node.parentElement?.closest(
          'script, noscript, datalist, body [lang], code, del, ins, kbd, pre, textarea, time',
        )
      )
        texts.push(node.nodeValue ?? '');
    for (const element of document.querySelectorAll('body *'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        if (!element.closest('body [lang]')) texts.push(element.getAttribute(name) ?? '');
    return texts;
  });
