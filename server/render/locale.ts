import type { Request } from 'express';
import { firstLanguage } from './firstLanguage.ts';
import { locales, supportedLocale, type Locale } from '../../shared/messages/locales.ts';

/** The cookie that stores the chosen language. */
export const localeCookie = 'locale';

/** Whether a value names a supported language. */
export const isLocale = (value: unknown): value is Locale => locales.some((locale) => locale === value);

/**
 * The language of an answer: the chosen one, else the first supported one that the page was asked for in, else the first
 * of `Accept-Language`, else the default.
 *
 * @param request a request whose cookies are parsed
 * @param fallback used if the browser's first language is not supported
 * @param asked tags of languages, the preferred one first
 */
export function requestLocale(request: Request, fallback: Locale, asked: string[] = []): Locale {
  const chosen = (request.cookies as Record<string, unknown> | undefined)?.[localeCookie];
  if (isLocale(chosen)) return chosen;
  const preferred = asked.map(supportedLocale).find((locale) => locale !== undefined);
  if (preferred !== undefined) return preferred;
  const first = firstLanguage(request.get('accept-language')) ?? '';
  return supportedLocale(first) ?? fallback;
}
