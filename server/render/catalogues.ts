import type { IntlShape } from 'react-intl';
import { portalIntl, servedZone, type Messages } from '../../client/portalIntl.ts';
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

/** A language's texts; those without a translation fall back to the default language. */
const withFallback = (messages: Messages): Messages => ({
  ...translated[defaultLocale],
  ...Object.fromEntries(Object.entries(messages).filter(([, text]) => text !== '')),
});

/** Every language's texts by id, compiled by the build. */
export const catalogues = Object.fromEntries(
  locales.map((locale) => [locale, withFallback(translated[locale])]),
) as Record<Locale, Messages>;

/** One formatter per language, created once: creating one costs more than rendering a page. */
export const formatters = Object.fromEntries(
  locales.map((locale) => [locale, portalIntl(locale, catalogues[locale], { timeZone: servedZone })]),
) as Record<Locale, IntlShape>;

const regionalFormatters = new Map<string, IntlShape>();

/**
 * The formatter for a page: its language, with the date format of a region.
 *
 * @param locale the page's language
 * @param region from `requestRegion`, so one of a few hundred that the formatter knows
 */
export function formatterIn(locale: Locale, region: string | undefined): IntlShape {
  if (region === undefined) return formatters[locale];
  const key = `${locale} ${region}`;
  const found =
    regionalFormatters.get(key) ?? portalIntl(locale, catalogues[locale], { region, timeZone: servedZone });
  regionalFormatters.set(key, found);
  return found;
}
