import { createElement, Fragment, type ReactNode } from 'react';
import { IntlMessageFormat } from 'intl-messageformat';
import type { IntlShape } from 'react-intl';
import { languageTag, type Locale } from '../shared/messages/locales.ts';
import { wordsAlone } from '../shared/messages/wordsAlone.ts';

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

type MessageText = Messages[string];

/** Caches a function's results by its arguments: creating an Intl formatter takes longer than rendering a page. */
function memoized<Arguments extends unknown[], Result>(
  make: (...options: Arguments) => Result,
): (...options: Arguments) => Result {
  const results = new Map<string, Result>();
  return (...options) => {
    const key = JSON.stringify(options);
    const found = results.get(key) ?? make(...options);
    results.set(key, found);
    return found;
  };
}

const getDateTimeFormat = memoized(
  (...options: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...options),
);
const getNumberFormat = memoized(
  (...options: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...options),
);
const getPluralRules = memoized(
  (...options: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...options),
);
const getListFormat = memoized(
  (...options: ConstructorParameters<typeof Intl.ListFormat>) => new Intl.ListFormat(...options),
);
const getRelativeTimeFormat = memoized((language: string) => new Intl.RelativeTimeFormat(language));

// ICU needs 13 ms, and on a phone 50, to say whether it knows the language, which only `resolvedOptions` tells
IntlMessageFormat.resolveLocale = () => undefined;

/** The formats of parsed texts, which all regions of a language share. */
const messageFormats = new WeakMap<object, IntlMessageFormat>();

function messageFormat(message: MessageText, language: string): IntlMessageFormat {
  const cached = typeof message === 'object' ? messageFormats.get(message) : undefined;
  if (cached) return cached;
  const format = new IntlMessageFormat(message, language, undefined, {
    formatters: { getNumberFormat, getDateTimeFormat, getPluralRules },
  });
  if (typeof message === 'object') messageFormats.set(message, format);
  return format;
}

/**
 * Creates the formatter of a language, the same on the server and in the browser. It only has the parts of
 * react-intl's formatter that the portal uses.
 *
 * @param locale the language's catalogue name
 * @param messages the texts by their key
 * @param dates the format of dates; words and plurals follow the language, not the region
 */
export function portalIntl(locale: Locale, messages: Messages, dates: DateFormat = {}): IntlShape {
  const language = languageTag(locale);
  const { region = language, timeZone } = dates;
  const getMessageFormat = (message: MessageText): IntlMessageFormat => messageFormat(message, language);
  /** Formats a text; returns its key if there is none, or if a required value is missing. */
  const textOf = (id: string, values: Values): ReactNode => {
    try {
      if (!Object.hasOwn(messages, id)) throw new Error(`no text ${id} in ${locale}`);
      const message = messages[id] ?? '';
      return wordsAlone(message) ?? (getMessageFormat(message).format(values) as ReactNode);
    } catch (cause) {
      if (process.env.NODE_ENV !== 'production') console.error(cause);
      return id;
    }
  };
  const dateFormat = (options?: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    getDateTimeFormat(region, { timeZone, ...options });
  return {
    locale: language,
    timeZone,
    messages,
    formatters: { getMessageFormat },
    formatMessage: ({ id }: { id: string }, values: Values) => {
      const text = textOf(id, values);
      // React requires a key for each element, but the parts of a text never move
      return Array.isArray(text)
        ? text.map((part: ReactNode, key) => createElement(Fragment, { key }, part))
        : text;
    },
    formatDate: (date: string | number | Date, options?: Intl.DateTimeFormatOptions) => {
      const time = new Date(date);
      // the provider may send an invalid date
      return Number.isNaN(time.getTime()) ? String(date) : dateFormat(options).format(time);
    },
    formatDateTimeRange: (from: Date, to: Date, options?: Intl.DateTimeFormatOptions) =>
      dateFormat(options).formatRange(from, to),
    formatList: (items: Iterable<string>, options?: Intl.ListFormatOptions) =>
      getListFormat(language, options).format(items),
    formatRelativeTime: (value: number, unit: Intl.RelativeTimeFormatUnit) =>
      getRelativeTimeFormat(language).format(value, unit),
  } as unknown as IntlShape;
}

type Values = Parameters<IntlMessageFormat['format']>[0];
