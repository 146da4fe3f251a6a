import type { Locale } from '../../shared/messages/locales.ts';
import { catalogueTexts } from './catalogueIntl.ts';

/** Names, addresses and browsers, which are not translated. */
const names = /https?:\S+|Mozilla.*|Stethoscope|Harbor Clinic/g;

/** The words of a text, in lower case, without the names of values in braces. */
const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/(?<![\p{L}{])\p{L}{3,}(?![\p{L}}])/gu) ?? [];

const wordsIn = (locale: Locale): Set<string> =>
  new Set(Object.values(catalogueTexts[locale]).flatMap(wordsOf));

/**
 * Finds texts that were not translated: those with a word of the English catalogue that the language's own catalogue never
 * uses.
 *
 * @returns a function that returns those of its texts that contain English
 */
export function findEnglish(locale: Locale): (texts: string[]) => string[] {
  const [english, own] = [wordsIn('en'), wordsIn(locale)];
  return (texts) =>
    texts.filter((text) =>
      wordsOf(text.replaceAll(names, '')).some((word) => english.has(word) && !own.has(word)),
    );
}
