import { productMails, type Mails } from '../../provider/mails/mails.ts';
import { mailBrand } from '../../server/brand/mailBrand.ts';
import { readBrand } from '../../server/brand/readBrand.ts';
import { readTexts } from '../../server/brand/readTexts.ts';
import { locales } from '../../shared/messages/locales.ts';

/**
 * Returns the operator's mails, with the look and texts of the portal's settings.
 *
 * @throws SettingsError with a line for each fault of the brand or the texts
 */
export function ownMails(settings: {
  BRAND_FILE?: string | undefined;
  TEXTS_DIRECTORY?: string | undefined;
  PRODUCT_NAME?: string | undefined;
}): Mails {
  const { BRAND_FILE, TEXTS_DIRECTORY, PRODUCT_NAME: product = productMails.brand.product } = settings;
  const own = TEXTS_DIRECTORY === undefined ? {} : readTexts(TEXTS_DIRECTORY);
  const texts = locales.map((locale) => [locale, { ...productMails.texts[locale], ...own[locale] }]);
  return {
    brand: mailBrand(BRAND_FILE === undefined ? undefined : readBrand(BRAND_FILE), product),
    texts: Object.fromEntries(texts) as Mails['texts'],
  };
}
