import { createIntl, createIntlCache, type IntlShape } from 'react-intl';
import { languageTag, type Locale } from '../shared/messages/locales.ts';

/** A catalogue for the formatter: parsed at build time, or plain ICU text in tests. */
export type Messages = IntlShape['messages'];

/** The format of dates. */
export interface DateFormat {
  /** The BCP 47 tag of a language in a region; the page's language when absent. */
  region?: string;
  /** An IANA time zone; the reader's own when absent. */
  timeZone?: string;
}

/** The time zone of the served page, because the server does not know the reader's. */
export const servedZone = 'UTC';

const cache = createIntlCache();

const onError = (cause: unknown): void => {
  if (process.env.NODE_ENV !== 'production') console.error(cause);
};

/**
 * Creates the formatter of a language, the same on the server and in the browser. A text that is missing, or lacks a value,
 * is its key; a date that is none stays as it is.
 *
 * @param dates the format of dates; words and plurals follow the language, not the region
 */
export function portalIntl(
  locale: Locale,
  messages: Messages,
  { region, timeZone }: DateFormat = {},
): IntlShape {
  const common = { ...(timeZone !== undefined && { timeZone }), onError };
  const intl = createIntl({ ...common, locale: languageTag(locale), messages }, cache);
  if (region === undefined) return intl;
  const { formatDate, formatDateTimeRange } = createIntl({ ...common, locale: region }, cache);
  return { ...intl, formatDate, formatDateTimeRange };
}
