import { productTexts, type MailTexts } from './catalogue.ts';
import type { Locale } from '../../shared/messages/locales.ts';

/** The colours of one theme, as CSS writes them. */
export interface MailColors {
  ground: string;
  surface: string;
  /** Behind a code. */
  raised: string;
  ink: string;
  inkSoft: string;
  line: string;
  /** A button, and the words on it. */
  action: string;
  onAction: string;
  link: string;
  /** Only for the mailbox's pages. */
  hover: string;
  focus: string;
  wave: string;
}

/** The sender and look of mails. */
export interface MailBrand {
  product: string;
  colors: { light: MailColors; dark: MailColors };
  /**
   * SVG beside the product's name, 32 pixels high. Mail programs that don't draw it only show the name; it may be
   * empty.
   */
  logo: { light: string; dark?: string };
  /** The typeface for readers who have it. */
  font: string;
  /** The radius of buttons and cards, in pixels. */
  radius: number;
  cardRadius: number;
}

/** The brand and texts of mails. */
export interface Mails {
  brand: MailBrand;
  texts: Record<Locale, MailTexts>;
}

/** The product's own name, colours and mark. */
const defaultBrand: MailBrand = {
  product: 'Stethoscope',
  colors: {
    light: {
      ground: '#f4f7fa',
      surface: '#ffffff',
      raised: '#f4f7fa',
      ink: '#14232d',
      inkSoft: '#4a5b68',
      line: '#dde6ec',
      action: '#0074aa',
      onAction: '#ffffff',
      link: '#006a9b',
      hover: '#edf3f7',
      focus: '#0074aa',
      wave: '#009fe3',
    },
    dark: {
      ground: '#0b1318',
      surface: '#131e26',
      raised: '#1a2832',
      ink: '#e8eff4',
      inkSoft: '#a5b5c1',
      line: '#263642',
      action: '#009fe3',
      onAction: '#04141d',
      link: '#56c1f1',
      hover: '#1d2c37',
      focus: '#56c1f1',
      wave: '#0f83ba',
    },
  },
  logo: {
    light:
      '<svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">' +
      '<rect width="32" height="32" rx="8" fill="#009fe3"/>' +
      '<path d="M4 16h4l1.5-4 2.5 11 2.5-14 2 9 1-2h3l1.5-4 2 8 1.5-4H28" fill="none" stroke="#fff" stroke-width="2" ' +
      'stroke-linecap="round" stroke-linejoin="round"/></svg>',
  },
  font: 'Open Sans',
  radius: 8,
  cardRadius: 16,
};

/** The product's own mails. */
export const productMails: Mails = { brand: defaultBrand, texts: productTexts };
