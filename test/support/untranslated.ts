import type { Page } from 'playwright-core';
import { languageNames } from '../../client/shell/languageNames.ts';
import texts from '../../locales/en.json' with { type: 'json' };

/** Languages' own names, product, people, places, applications and devices of the gallery's states. */
const data = new RegExp(
  [
    ...Object.values(languageNames),
    'Stethoscope|Ada Lovelace|Wolfe\\S+ Medizinische Versorgungsgesellschaft|The spare one of|Blue|Acme|Google|Lab Results',
    'Bern, Switzerland|Kraków, Poland|(?:Firefox|Edge|Safari) · \\w+|Mozilla/.*|curl.*|[\\w.*-]+(?:@|\\.)[\\w.*-]+',
    // fields that the provider sends without a label, and a method that nobody has heard of
    'Totp code|Identifier|Sign in by thinking',
    // between the parts of a list, by Intl.ListFormat
    '^and$',
  ].join('|'),
  'g',
);

/**
 * The words of the current page, which is in the pseudo-language, that stand outside of its brackets: they do not come from
 * a catalogue, or the page was not given their text. Words in an element with a language of its own are the provider's, and names and addresses are nobody's to
 * translate.
 */
export const untranslated = async (page: Page): Promise<string[]> => {
  const outside = await page.evaluate(() => {
    const words: string[] = [];
    let depth = 0;
    const read = (text: string): string =>
      Array.from(text, (letter) => {
        if (letter === '[') depth++;
        else if (letter === ']') depth--;
        return depth === 0 && letter !== ']' ? letter : ' ';
      }).join('');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, noscript, body [lang], code, time'))
        words.push(read(node.nodeValue ?? ''));
    for (const element of document.querySelectorAll('body *'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        if (!element.closest('body [lang]')) words.push(read(element.getAttribute(name) ?? ''));
    return words;
  });
  const words = outside.map((text) => text.trim());
  // a text that the page was not given shows its key
  const keys = words.filter((text) => text in texts);
  const sentences = words.map((text) => text.replaceAll(data, '').trim());
  return [...keys, ...sentences.filter((text) => /\p{L}{2}/u.test(text))];
};
