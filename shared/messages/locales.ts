/**
 * The portal's languages, by catalogue name. `se` is Swedish, whose BCP 47 tag is `sv`; `pt` is European Portuguese.
 */
export const locales = ['en', 'es', 'de', 'fr', 'nl', 'pl', 'pt', 'se'] as const;

/** One of the portal's languages. */
export type Locale = (typeof locales)[number];

/** The language whose texts fill the gaps of the others. */
export const defaultLocale: Locale = 'en';

/** The tags of catalogues whose name differs from their tag, or does not name their regional variety. */
const tags: Partial<Record<Locale, string>> = { pt: 'pt-PT', se: 'sv' };

/** Returns the BCP 47 tag of a catalogue, for `lang` attributes and for the formatter. */
export const languageTag = (locale: Locale): string => tags[locale] ?? locale;

/** Returns the catalogue for a BCP 47 tag such as `fr-CA`, by its primary subtag, with `sv` for Swedish. */
export function supportedLocale(tag: string): Locale | undefined {
  const primary = tag.trim().toLowerCase().split(/[-_]/, 1)[0];
  return primary === 'sv' ? 'se' : locales.find((locale) => locale === primary);
}
