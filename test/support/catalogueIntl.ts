import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import { createIntl, type IntlShape } from 'react-intl';
import { languageTag, locales, type Locale } from '../../shared/messages/locales.ts';

const read = (locale: Locale): Record<string, string> =>
  JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../../locales', `${locale}.json`), 'utf8'),
  ) as Record<string, string>;

/** Every language's texts by key, from `locales/`. */
export const catalogueTexts = Object.fromEntries(locales.map((locale) => [locale, read(locale)])) as Record<
  Locale,
  Record<string, string>
>;

const createFormatter = (locale: Locale): IntlShape =>
  createIntl({
    locale: languageTag(locale),
    timeZone: 'UTC',
    messages: Object.fromEntries(
      Object.entries(catalogueTexts[locale]).map(([key, text]) => [key, parse(text)]),
    ),
    onError: (error) => {
      throw error;
    },
  });

const formatters = new Map<Locale, IntlShape>();

/** A formatter with a language's whole catalogue, parsed as in the build; it throws on every error. */
export function catalogueIntl(locale: Locale): IntlShape {
  const formatter = formatters.get(locale) ?? createFormatter(locale);
  formatters.set(locale, formatter);
  return formatter;
}
