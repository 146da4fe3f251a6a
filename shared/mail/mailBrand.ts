import { productPalettes, type Palette } from '../productColors.ts';

/** The sender and look of mails. */
export interface MailBrand {
  product: string;
  colors: Record<'light' | 'dark', Palette>;
  /** SVG beside the product's name, 32 pixels high, or empty. Where mail programs don't draw it, they show the name. */
  logo: { light: string; dark?: string };
  /** The typeface for readers who have it. */
  font: string;
  /** The radius of buttons and cards, in pixels. */
  radius: number;
  cardRadius: number;
}

/** The product's own name, colours and mark. */
export const productMailBrand: MailBrand = {
  product: 'Stethoscope',
  colors: productPalettes,
  logo: {
    light:
      '<svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">' +
      `<rect width="32" height="32" rx="8" fill="${productPalettes.light.accent}"/>` +
      '<path d="M4 16h4l1.5-4 2.5 11 2.5-14 2 9 1-2h3l1.5-4 2 8 1.5-4H28" fill="none" stroke="#fff" stroke-width="2" ' +
      'stroke-linecap="round" stroke-linejoin="round"/></svg>',
  },
  font: 'Open Sans',
  radius: 8,
  cardRadius: 16,
};
