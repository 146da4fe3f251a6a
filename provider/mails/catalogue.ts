import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import de from '../../locales/de.json' with { type: 'json' };
import en from '../../locales/en.json' with { type: 'json' };
import es from '../../locales/es.json' with { type: 'json' };
import fr from '../../locales/fr.json' with { type: 'json' };
import nl from '../../locales/nl.json' with { type: 'json' };
import pl from '../../locales/pl.json' with { type: 'json' };
import pt from '../../locales/pt.json' with { type: 'json' };
import se from '../../locales/se.json' with { type: 'json' };
import type { Locale } from '../../shared/messages/locales.ts';

/** A language's texts by key, as source or compiled. */
export type MailTexts = Record<string, string | MessageFormatElement[]>;

/** The product's texts in each language, from `locales/`; compiled in a bundle. */
export const productTexts: Record<Locale, MailTexts> = { de, en, es, fr, nl, pl, pt, se };

/** Returns a text of a catalogue. @throws Error when there is none */
export function textOf(texts: MailTexts, key: string): string | MessageFormatElement[] {
  const text = texts[key];
  if (!text) throw new Error(`the catalogue has no text ${key}`);
  return text;
}
