import type { IntlShape } from 'react-intl';
import { portalIntl, servedZone } from '../../client/portalIntl.ts';
import type { Locale } from '../../shared/messages/locales.ts';
import { catalogues, type Catalogues } from './catalogues.ts';

/** The texts that pages are rendered with. */
export interface Texts {
  /** Returns the formatter for a page: its language, with the date format of a region from `requestRegion`. */
  formatter: (locale: Locale, region?: string) => IntlShape;
}

/**
 * Prepares texts for rendering. Formatters are created once each, when they are first used: creating one costs more than
 * rendering a page.
 */
export function createTexts(texts: Catalogues): Texts {
  const formatters = new Map<string, IntlShape>();
  const formatter: Texts['formatter'] = (locale, region) => {
    const key = `${locale} ${region ?? ''}`;
    const found =
      formatters.get(key) ??
      portalIntl(locale, texts[locale], { ...(region !== undefined && { region }), timeZone: servedZone });
    formatters.set(key, found);
    return found;
  };
  return { formatter };
}

/** The product's own texts. */
export const productTexts = createTexts(catalogues);
