import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Messages } from '../../client/portalIntl.ts';
import de from '../../locales/de.json' with { type: 'json' };
import en from '../../locales/en.json' with { type: 'json' };
import es from '../../locales/es.json' with { type: 'json' };
import fr from '../../locales/fr.json' with { type: 'json' };
import nl from '../../locales/nl.json' with { type: 'json' };
import pl from '../../locales/pl.json' with { type: 'json' };
import pt from '../../locales/pt.json' with { type: 'json' };
import se from '../../locales/se.json' with { type: 'json' };
import { defaultLocale, locales, type Locale } from '../../shared/messages/locales.ts';

/** Each language's texts; in the bundle, the name of the file beside it that has them, compiled. */
const sources: Record<Locale, Messages | string> = { en, es, de, fr, nl, pl, pt, se };

/** Every language's texts by id. */
export type Catalogues = Record<Locale, Messages>;

/**
 * Returns every language's texts, each made when it is first used: parsed, a language takes half a megabyte of memory, and
 * most portals serve few of them.
 */
export function eachWhenUsed(make: (locale: Locale) => Messages): Catalogues {
  const catalogues = {} as Catalogues;
  for (const locale of locales)
    Object.defineProperty(catalogues, locale, {
      configurable: true,
      enumerable: true,
      get: () => {
        const value = make(locale);
        Object.defineProperty(catalogues, locale, { value, enumerable: true });
        return value;
      },
    });
  return catalogues;
}

/** The texts, or the bundle's files with them, which are read at the start, because a new build may replace them. */
const stored = new Map<Locale, Messages | Buffer>(
  locales.map((locale) => {
    const source = sources[locale];
    return [
      locale,
      typeof source === 'string' ? readFileSync(path.join(import.meta.dirname, source)) : source,
    ];
  }),
);

const translated = eachWhenUsed((locale) => {
  const texts = stored.get(locale);
  return (Buffer.isBuffer(texts) ? JSON.parse(texts.toString()) : texts) as Messages;
});

/** Returns a language's texts; untranslated ones fall back to the default language. Copies only a language that lacks some. */
function withFallback(messages: Messages): Messages {
  const fallback = translated[defaultLocale];
  const isWhole = Object.keys(fallback).every((id) => messages[id] !== undefined && messages[id] !== '');
  if (isWhole) return messages;
  return { ...fallback, ...Object.fromEntries(Object.entries(messages).filter(([, text]) => text !== '')) };
}

/** The product's own, compiled by the build. */
export const catalogues = eachWhenUsed((locale) => withFallback(translated[locale]));
