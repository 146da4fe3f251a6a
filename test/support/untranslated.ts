import type { Page } from 'playwright-core';
import { languageNames } from '../../client/shell/languageNames.ts';
import texts from '../../locales/en.json' with { type: 'json' };
import { pageTexts } from './pageTexts.ts';

/**
 * Words that are not translated: languages' own names, and the names of products, people, places and devices in the gallery.
 */
const data = new RegExp(
  [
    ...Object.values(languageNames),
    'Stethoscope|Ada Lovelace|Wolfe\\S+ Medizinische Versorgungsgesellschaft|The spare one of|Work phone|Blue|Acme|[Gg]oogle|Lab Results',
    'Bern, Switzerland|Kraków, Poland|(?:Firefox|Edge|Safari) · \\w+|Mozilla/.*|curl.*|https?://\\S+|[\\da-f]+(?::[\\da-f]+){7}|[\\w.*-]+(?:@|\\.)[\\w.*-]+',
    // scopes, grants and levels of the protocols
    'AAL\\d|openid|[a-z]+(?:_[a-z]+)+',
    // fields that the provider sends without a label, and an unknown method
    'Totp code|Identifier|Sign in by thinking',
    // messages of an operator's web hook, and a reason that no catalogue has
    'The request was malformed: \\S+|The clinic is closed today\\.|This clinic only accepts its own addresses\\.',
    // between the parts of a list, by Intl.ListFormat
    '^and$',
  ].join('|'),
  'g',
);

/**
 * Finds words outside of brackets on the current page, which is in the pseudo-language: they do not come from a catalogue, or
 * the page was not given their text. Words in an element with a language of its own are the provider's; names and addresses
 * are not translated.
 */
export const untranslated = async (page: Page): Promise<string[]> => {
  let depth = 0;
  const outside = (await pageTexts(page)).map((text) =>
    Array.from(text, (letter) => {
      if (letter === '[') depth++;
      else if (letter === ']') depth--;
      return depth === 0 && letter !== ']' ? letter : ' ';
    })
      .join('')
      .trim(),
  );
  // a text that the page was not given shows its key
  const keys = outside.filter((text) => text in texts);
  const sentences = outside.map((text) => text.replaceAll(data, '').trim());
  return [...keys, ...sentences.filter((text) => /\p{L}{2}/u.test(text))];
};
