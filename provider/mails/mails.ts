import { productTexts, type MailTexts } from './catalogue.ts';
import { productMailBrand, type MailBrand } from '../../shared/mail/mailBrand.ts';
import type { Locale } from '../../shared/messages/locales.ts';

/** The brand and texts of mails. */
export interface Mails {
  brand: MailBrand;
  texts: Record<Locale, MailTexts>;
}

/** The product's own mails. */
export const productMails: Mails = { brand: productMailBrand, texts: productTexts };
