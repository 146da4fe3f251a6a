import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { locales, type Locale } from '../../shared/messages/locales.ts';

/** A language's texts by key, as source or compiled. */
export type MailTexts = Record<string, string | MessageFormatElement[]>;

/** The product's texts in each language, from `locales/`. */
export const productTexts = Object.fromEntries(
  locales.map((locale) => {
    const file = path.join(import.meta.dirname, `../../locales/${locale}.json`);
    return [locale, JSON.parse(readFileSync(file, 'utf8')) as MailTexts];
  }),
) as Record<Locale, MailTexts>;

/**
 * Returns a text of a catalogue.
 *
 * @throws Error when there is none
 */
export function textOf(texts: MailTexts, key: string): string | MessageFormatElement[] {
  const text = texts[key];
  if (!text) throw new Error(`the catalogue has no text ${key}`);
  return text;
}
