import { createIntl, createIntlCache, type IntlShape } from 'react-intl';
import { defaultLocale, languageTag, type Locale } from '../shared/messages/locales.ts';

/** A catalogue as the formatter reads it: parsed at build time (at run time) or plain ICU text (in tests). */
export type Messages = IntlShape['messages'];

const cache = createIntlCache();

/**
 * The formatter of a language, the same on the server and in the browser.
 *
 * @param locale the language's catalogue name
 * @param messages the texts by their key
 */
export const portalIntl = (locale: Locale, messages: Messages): IntlShape =>
  createIntl({ locale: languageTag(locale), defaultLocale: languageTag(defaultLocale), messages }, cache);
