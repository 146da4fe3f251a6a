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

const translated: Record<Locale, Messages> = { en, es, de, fr, nl, pl, pt, se };

/** Returns a language's texts; untranslated ones fall back to the default language. Copies only what has any. */
function withFallback(messages: Messages): Messages {
  const fallback = translated[defaultLocale];
  const isWhole = Object.keys(fallback).every((id) => messages[id] !== undefined && messages[id] !== '');
  if (isWhole) return messages;
  return { ...fallback, ...Object.fromEntries(Object.entries(messages).filter(([, text]) => text !== '')) };
}

/** Every language's texts by id. */
export type Catalogues = Record<Locale, Messages>;

/** The product's own, compiled by the build. */
export const catalogues = Object.fromEntries(
  locales.map((locale) => [locale, withFallback(translated[locale])]),
) as Catalogues;
