import type { Request } from 'express';
import { languageTag, type Locale } from '../../shared/messages/locales.ts';

/** A language with its region: a country by two letters, or a part of the world by three digits (BCP 47, section 2.2.4). */
const regional = /(?:^|[\s,])[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2}|\d{3})(?=$|[\s,;])/i;

/** What has been resolved: a lookup costs far more than the rest of a request's language. */
const known = new Map<string, string>();

/**
 * In whose way a page's dates are written: the page's language as it is used in the first region that `Accept-Language` names.
 *
 * @param request any request
 * @param locale the page's language
 * @returns a BCP 47 tag that the formatter knows; undefined where the browser names no region
 */
export function requestRegion(request: Request, locale: Locale): string | undefined {
  const region = regional.exec(request.get('accept-language') ?? '')?.[1]?.toUpperCase();
  if (region === undefined) return undefined;
  const tag = `${languageTag(locale).slice(0, 2)}-${region}`;
  const found = known.get(tag) ?? new Intl.DateTimeFormat(tag).resolvedOptions().locale;
  known.set(tag, found);
  return found;
}
