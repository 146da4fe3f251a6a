import { createIntl, createIntlCache, type IntlShape } from 'react-intl';
import { defaultLocale, languageTag, type Locale } from '../shared/messages/locales.ts';

/** A catalogue for the formatter: parsed at build time, or plain ICU text in tests. */
export type Messages = IntlShape['messages'];

/** How dates are written. */
export interface DateFormat {
  /** The BCP 47 tag of a language in a region; the page's language when absent. */
  region?: string;
  /** An IANA time zone; the reader's own when absent. */
  timeZone?: string;
}

/** The time zone of the served page, as the server does not know the reader's. */
export const servedZone = 'UTC';

const cache = createIntlCache();

/**
 * The formatter of a language, the same on the server and in the browser.
 *
 * @param locale the language's catalogue name
 * @param messages the texts by their key
 * @param dates how dates are written; words and plurals follow the language, not the region
 */
export function portalIntl(locale: Locale, messages: Messages, dates: DateFormat = {}): IntlShape {
  const { region, timeZone } = dates;
  const language = languageTag(locale);
  const config = { defaultLocale: languageTag(defaultLocale), timeZone };
  const intl = createIntl({ ...config, locale: language, messages }, cache);
  if (region === undefined || region === language) return intl;
  const { formatDate, formatDateTimeRange } = createIntl({ ...config, locale: region }, cache);
  return { ...intl, formatDate, formatDateTimeRange };
}
