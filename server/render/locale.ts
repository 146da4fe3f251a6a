import type { Request } from 'express';
import { locales, supportedLocale, type Locale } from '../../shared/messages/locales.ts';
import { oneYear, ownCookie } from '../security/cookies/ownCookie.ts';

/** The cookie with a visitor's choice of language: `fr`, or `fr.de` after a user whose profile says `de` has signed in. */
export const localeCookie = ownCookie('locale', oneYear);

/** Whether a value names a supported language. */
export const isLocale = (value: unknown): value is Locale => locales.some((locale) => locale === value);

/**
 * Returns the language that a request names first. Quality values are not compared: browsers send their languages in
 * order.
 *
 * @param acceptLanguage the `Accept-Language` header (RFC 9110, section 12.5.4)
 * @returns a language tag; undefined for an absent header, or one that names none
 */
export function firstLanguage(acceptLanguage: string | undefined): string | undefined {
  const first = acceptLanguage?.split(/[,;]/, 1)[0]?.trim();
  return first && first !== '*' ? first : undefined;
}

/** The inputs to the choice of a page's language. Absent or unsupported ones are skipped. */
export interface LanguageWishes {
  /** The value of the cookie. */
  cookie?: string | undefined;
  /** The language tag in the signed-in user's profile. */
  profile?: string;
  /** The language tags that an application asks for (`ui_locales`), in order of preference. */
  asked?: readonly string[];
  /** The `Accept-Language` header. */
  acceptLanguage?: string;
  /** The portal's default language. */
  fallback: Locale;
}

/** A page's language, and the cookie's new value if it has to change. */
export interface PageLanguage {
  locale: Locale;
  cookie?: string;
}

/**
 * Chooses the language of an answer: the visitor's choice, otherwise the profile's, otherwise the first supported one
 * that an application asks for, otherwise the first of `Accept-Language`, otherwise the default.
 *
 * Of a visitor's choice and the profile the newer one counts. A choice does not change the profile; a profile that
 * has changed since the choice replaces it.
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

/** Chooses the language of the answer to a request; see `chooseLanguage`. */
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
