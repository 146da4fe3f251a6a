import type { Request } from 'express';
import { languageTag, type Locale, locales, supportedLocale } from '../../shared/messages/locales.ts';
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

/**
 * A language tag with a region: two letters for a country, or three digits for a larger area (BCP 47, section 2.2.4).
 */
const tagWithRegion = /(?:^|[\s,])[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2}|\d{3})(?=$|[\s,;])/i;

/** Resolved tags: a lookup costs far more than the rest of choosing a request's language. */
const resolvedTags = new Map<string, string>();

/**
 * Returns the locale for a page's dates: the page's language with the first region that `Accept-Language` names.
 *
 * @returns a BCP 47 tag that the formatter knows; undefined if the browser names no region
 */
export function requestRegion(request: Request, locale: Locale): string | undefined {
  const region = tagWithRegion.exec(request.get('accept-language') ?? '')?.[1]?.toUpperCase();
  if (region === undefined) return undefined;
  const tag = `${languageTag(locale).slice(0, 2)}-${region}`;
  const found = resolvedTags.get(tag) ?? new Intl.DateTimeFormat(tag).resolvedOptions().locale;
  resolvedTags.set(tag, found);
  return found;
}
