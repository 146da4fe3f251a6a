import type { Request } from 'express';
import { firstLanguage } from './firstLanguage.ts';
import { locales, supportedLocale, type Locale } from '../../shared/messages/locales.ts';
import { oneYear, ownCookie } from '../security/cookies/ownCookie.ts';

/**
 * The cookie that keeps a visitor's choice of language: `fr`, or `fr.de` once a user whose profile says `de` was signed
 * in with it.
 */
export const localeCookie = ownCookie('locale', oneYear);

/** Whether a value names a supported language. */
export const isLocale = (value: unknown): value is Locale => locales.some((locale) => locale === value);

/** All that has a say in a page's language. Those that are absent, or name no supported language, are passed over. */
export interface LanguageWishes {
  /** The value of the cookie. */
  cookie?: string | undefined;
  /** The language tag in the signed-in user's profile. */
  profile?: string;
  /** The language tags that an application asks for (`ui_locales`), the preferred one first. */
  asked?: readonly string[];
  /** The `Accept-Language` header. */
  acceptLanguage?: string;
  /** The portal's default language. */
  fallback: Locale;
}

/** A page's language, and the value to give the cookie if that is to change. */
export interface PageLanguage {
  locale: Locale;
  cookie?: string;
}

/**
 * The language of an answer: the one that the visitor has chosen, else that of the profile, else the first supported one
 * that an application asks for, else the first of `Accept-Language`, else the default.
 *
 * Of a visitor's choice and the profile the newer one counts. A choice leaves the profile as it is; a profile that has
 * changed since the choice takes its place.
 */
export function chooseLanguage({
  cookie,
  profile = '',
  asked = [],
  acceptLanguage,
  fallback,
}: LanguageWishes): PageLanguage {
  const own = supportedLocale(profile);
  const [chosen, seenProfile] = (cookie ?? '').split('.');
  if (isLocale(chosen)) {
    if (own === undefined || own === seenProfile) return { locale: chosen };
    const locale = seenProfile === undefined ? chosen : own;
    return { locale, cookie: `${locale}.${own}` };
  }
  const wanted = asked.map(supportedLocale).find((locale) => locale !== undefined);
  return { locale: own ?? wanted ?? supportedLocale(firstLanguage(acceptLanguage) ?? '') ?? fallback };
}

/** The language of an answer to a request, see `chooseLanguage`. */
export function requestLanguage(
  request: Request,
  { portalUrl, ...wishes }: Pick<LanguageWishes, 'profile' | 'asked' | 'fallback'> & { portalUrl: string },
): PageLanguage {
  return chooseLanguage({
    ...wishes,
    cookie: localeCookie.read(request.headers.cookie, portalUrl),
    acceptLanguage: request.get('accept-language'),
  });
}
