import { languageTag, locales, type Locale } from '../../shared/messages/locales.ts';
import { escapeHtml } from '../../shared/mail/escapeHtml.ts';
import type { Mails } from '../mails/mails.ts';
import { mailKinds, type MailKind } from '../mails/mailKinds.ts';
import { exampleValues, mailPreview } from '../mails/mailPreview.ts';
import { mailView, type ShownMail } from './mailView.ts';
import { productPage } from './productPage.ts';

const path = ({ folder }: MailKind, locale: Locale): string => `/previews/${folder}/${locale}`;

const nameOf = (locale: Locale): string => {
  const tag = languageTag(locale);
  return new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
};

/** Returns links to a mail in every language. @param current the language shown */
const languages = (kind: MailKind, current?: Locale): string => {
  const links = locales.map(
    (locale) =>
      `<li><a href="${path(kind, locale)}" lang="${languageTag(locale)}"${locale === current ? ' aria-current="page"' : ''}>${escapeHtml(nameOf(locale))}</a></li>`,
  );
  return `<ul class="languages">${links.join('')}</ul>`;
};

/** The page that lists every mail in every language. */
export function previewsPage({ brand }: Mails): string {
  const kinds = mailKinds.map((kind) => `<section><h2>${kind.folder}</h2>${languages(kind)}</section>`);
  return productPage(
    brand,
    '/previews',
    'Previews',
    `<p class="soft">Every mail in every language, with example values.</p>\n${kinds.join('\n')}`,
  );
}

/** A mail with example values. */
export interface Preview extends ShownMail {
  /** The page that shows it. */
  page: string;
  html: string;
}

/**
 * Returns the preview at a path, as in `/previews/recovery_code/valid/pl`.
 *
 * @returns undefined when there is none
 */
export function previewAt(url: string, mails: Mails): Preview | undefined {
  for (const kind of mailKinds)
    for (const locale of locales) {
      if (path(kind, locale) !== url) continue;
      const mail = mailPreview(kind, locale, mails, exampleValues);
      const about = `<p class="soft">${kind.folder}</p>${languages(kind, locale)}`;
      return {
        ...mail,
        page: productPage(
          mails.brand,
          '/previews',
          mail.subject,
          `${about}\n${mailView(mail, `${url}.html`)}`,
        ),
      };
    }
  return undefined;
}
