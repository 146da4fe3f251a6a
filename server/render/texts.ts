import type { IntlShape } from 'react-intl';
import { portalIntl, servedZone } from '../../client/portalIntl.ts';
import type { Locale } from '../../shared/messages/locales.ts';
import { catalogues, type Catalogues } from './catalogues.ts';

/** Prepares texts for rendering. A formatter is created once: that costs more than rendering a page. */
export function createTexts(texts: Catalogues) {
  const formatters = new Map<string, IntlShape>();
  return {
    /** Returns the formatter for a page: its language, with the date format of a region from `requestRegion`. */
    formatter: (locale: Locale, region?: string): IntlShape => {
      const key = `${locale} ${region ?? ''}`;
      const found =
        formatters.get(key) ??
        portalIntl(locale, texts[locale], { ...(region !== undefined && { region }), timeZone: servedZone });
      formatters.set(key, found);
      return found;
    },
  };
}

/** The texts that pages are rendered with. */
export type Texts = ReturnType<typeof createTexts>;

/** The product's own texts. */
export const productTexts = createTexts(catalogues);
