import type { Request } from 'express';
import { firstLanguage } from './firstLanguage.ts';
import { locales, supportedLocale, type Locale } from '../../shared/messages/locales.ts';

/** The cookie that keeps a person's choice of language. */
export const localeCookie = 'locale';

/** Whether a value names a supported language. */
export const isLocale = (value: unknown): value is Locale => locales.some((locale) => locale === value);

/**
 * The language of an answer: what the person chose, else the first language of `Accept-Language`, else the default.
 *
 * @param request a request whose cookies are parsed
 * @param fallback the language where the browser's first one is not supported
 */
export function requestLocale(request: Request, fallback: Locale): Locale {
  const chosen = (request.cookies as Record<string, unknown> | undefined)?.[localeCookie];
  if (isLocale(chosen)) return chosen;
  const first = firstLanguage(request.get('accept-language')) ?? '';
  return supportedLocale(first) ?? fallback;
}
