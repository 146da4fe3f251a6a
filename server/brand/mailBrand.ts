import path from 'node:path';
import { productMailBrand, type MailBrand } from '../../shared/mail/mailBrand.ts';
import { cardRadius } from './brandStyles.ts';
import { inlineSvg } from './inlineSvg.ts';
import type { Brand } from './readBrand.ts';

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
  if (!logo) return productMailBrand.logo;
  if (logo.hasName) return { light: isSvg(favicon) ? inline(favicon, height, 'day') : '' };
  if (!isSvg(logo.light)) return { light: '' };
  const width = height * logo.aspect;
  return {
    light: inline(logo.light, width, 'day'),
    ...(isSvg(logo.dark) && { dark: inline(logo.dark, width, 'night') }),
  };
}

/**
 * Returns a brand as mails show it: its name, colours, logo, radius, and its font for readers who have it.
 *
 * @param brand the operator's own; undefined for the product's
 * @param product the product's name, if the brand has none
 * @throws SettingsError when its logo cannot be part of a mail
 */
export function mailBrand(brand: Brand | undefined, product: string): MailBrand {
  if (!brand) return { ...productMailBrand, product };
  const radius = brand.radius ?? productMailBrand.radius;
  return {
    product: brand.name ?? product,
    colors: brand.palettes,
    logo: logoOf(brand),
    font: brand.font?.family ?? productMailBrand.font,
    radius,
    cardRadius: cardRadius(radius),
  };
}
