import type { Request } from 'express';
import { languageTag, type Locale } from '../../shared/messages/locales.ts';

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
