import { isLocale } from '../../server/render/locale.ts';
import { isTheme } from '../../server/render/theme.ts';
import { defaultLocale, type Locale } from '../../shared/messages/locales.ts';
import type { Theme } from '../../shared/page.ts';

/** The pseudo-language: English texts lengthened, accented and in brackets; see `pseudoTexts`. */
export const pseudo = 'pseudo';

/** The look of a state in the gallery, chosen by its URL's query. */
export interface Look {
  language: Locale | typeof pseudo;
  theme: Theme;
  /** One of the sample brands; the product's own look when absent. */
  brand?: string;
}

/**
 * Reads a look.
 *
 * @param query `language`, `theme` and `brand`; the defaults are English, the device's theme and no brand
 */
export function readLook(query: URLSearchParams): Look {
  const language = query.get('language');
  const theme = query.get('theme');
  const brand = query.get('brand');
  return {
    language: language === pseudo || isLocale(language) ? language : defaultLocale,
    theme: isTheme(theme) ? theme : 'system',
    ...(brand !== null && { brand }),
  };
}
