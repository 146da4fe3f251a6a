import path from 'node:path';
import { productMails, type MailBrand, type Mails } from '../../provider/mails/mailBrand.ts';
import { cardRadius } from '../../server/brand/brandStyles.ts';
import { readBrand, type Brand } from '../../server/brand/readBrand.ts';
import { readTexts } from '../../server/brand/readTexts.ts';
import { locales } from '../../shared/messages/locales.ts';
import { inlineSvg } from './inlineSvg.ts';

/** The height of a mail's logo, in pixels. */
const height = 32;

const isSvg = (name: string | undefined): name is string => name?.toLowerCase().endsWith('.svg') ?? false;

/**
 * Returns a brand's logo for mails, which show the name beside it: a logo that contains the name is replaced by the
 * page icon. Images other than SVG are left out, because most mail programs would show a gap instead.
 */
function logoOf({ logo, favicon, directory }: Brand): MailBrand['logo'] {
  const inline = (name: string, width: number, prefix: string): string =>
    inlineSvg(path.join(directory, name), { width, height }, prefix);
  if (!logo) return productMails.brand.logo;
  if (logo.hasName) return { light: isSvg(favicon) ? inline(favicon, height, 'day') : '' };
  if (!isSvg(logo.light)) return { light: '' };
  const width = height * logo.aspect;
  return {
    light: inline(logo.light, width, 'day'),
    ...(isSvg(logo.dark) && { dark: inline(logo.dark, width, 'night') }),
  };
}

/** Returns a brand as mails show it: its name, colours, logo, radius, and its font for readers who have it. */
function mailBrand(brand: Brand, product: string): MailBrand {
  const own = productMails.brand;
  const radius = brand.radius ?? own.radius;
  return {
    product: brand.name ?? product,
    colors: brand.palettes,
    logo: logoOf(brand),
    font: brand.font?.family ?? own.font,
    radius,
    cardRadius: cardRadius(radius),
  };
}

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
  const brand = BRAND_FILE === undefined ? undefined : readBrand(BRAND_FILE);
  const own = TEXTS_DIRECTORY === undefined ? {} : readTexts(TEXTS_DIRECTORY);
  const texts = locales.map((locale) => [locale, { ...productMails.texts[locale], ...own[locale] }]);
  return {
    brand: brand ? mailBrand(brand, product) : { ...productMails.brand, product },
    texts: Object.fromEntries(texts) as Mails['texts'],
  };
}
