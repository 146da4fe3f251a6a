import { createElement, Fragment, type ReactNode } from 'react';
import {
  createFormatters,
  DEFAULT_INTL_CONFIG,
  formatDate,
  formatList,
  formatMessage,
  formatRelativeTime,
} from '@formatjs/intl';
import type { IntlShape } from 'react-intl';
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

const formatters = createFormatters();

/**
 * The formatter of a language, the same on the server and in the browser. It has what the portal uses, and nothing else of
 * what `createIntl` would bring along.
 *
 * @param locale the language's catalogue name
 * @param messages the texts by their key
 * @param dates how dates are written; words and plurals follow the language, not the region
 */
export function portalIntl(locale: Locale, messages: Messages, dates: DateFormat = {}): IntlShape {
  const language = languageTag(locale);
  const { region = language, timeZone } = dates;
  const config = {
    ...DEFAULT_INTL_CONFIG,
    locale: language,
    defaultLocale: languageTag(defaultLocale),
    messages,
    timeZone,
  };
  const { getDateTimeFormat, getListFormat, getRelativeTimeFormat } = formatters;
  const write = (...message: Tail<Parameters<typeof formatMessage>>): ReactNode => {
    const text = formatMessage(config, formatters, ...message) as ReactNode;
    // React wants a key for each element, but the parts of a text never change places
    return Array.isArray(text)
      ? text.map((part: ReactNode, key) => createElement(Fragment, { key }, part))
      : text;
  };
  return {
    ...config,
    formatters,
    formatMessage: write,
    formatDate: formatDate.bind(null, { ...config, locale: region }, getDateTimeFormat),
    formatDateTimeRange: (from: Date, to: Date, options?: Intl.DateTimeFormatOptions) =>
      getDateTimeFormat(region, { timeZone, ...options }).formatRange(from, to),
    formatList: formatList.bind(null, config, getListFormat),
    formatRelativeTime: formatRelativeTime.bind(null, config, getRelativeTimeFormat),
  } as unknown as IntlShape;
}

/** What follows the first two. */
type Tail<All extends unknown[]> = All extends [unknown, unknown, ...infer Rest] ? Rest : never;
