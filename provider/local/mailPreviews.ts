import { createIntl } from 'react-intl';
import { noticeMail, type Notice } from '../../shared/mail/noticeMail.ts';
import { escapeHtml } from '../../shared/mail/escapeHtml.ts';
import { languageTag, locales, type Locale } from '../../shared/messages/locales.ts';
import type { Mails } from '../mails/mails.ts';
import { mailKinds } from '../mails/mailKinds.ts';
import { exampleValues, mailPreview } from '../mails/mailPreview.ts';
import { mailView, type ShownMail } from './mailView.ts';
import { productPage } from './productPage.ts';

/** A mail that can be shown. */
interface Previewed {
  /** The folder of Kratos' templates, or `notice/` and what the portal's own mail is about. */
  name: string;
  render: (locale: Locale, mails: Mails) => { subject: string; html: string; text: string };
}

const address = 'ada@portal.example';
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
const link = 'https://account.portal.example/secure?token=5f9c739204';

/** What the portal itself tells people of. */
const notices: [kind: Notice['kind'], about?: Notice['about']][] = [
  ['signedIn'],
  ['passwordChanged'],
  ['methodAdded', { method: 'totp' }],
  ['methodRemoved', { method: 'oidc', provider: 'Acme' }],
  ['addressChanged', { formerAddress: address, address: 'new@portal.example' }],
  ['recovered', { method: 'code' }],
  ['applicationAllowed', { application: 'Lab Results' }],
  ['secured'],
  ['deletionAsked', { until: '2026-12-12T10:00:00Z' }],
  ['deletionCancelled'],
  ['accountDeleted'],
];

const ofNotice = ([kind, about]: (typeof notices)[number]): Previewed => ({
  name: `notice/${kind}`,
  render: (locale, { brand, texts }) => {
    const messages = texts[locale] as Record<string, string>;
    const intl = createIntl({ locale: languageTag(locale), messages, timeZone: 'UTC' });
    const at = Date.UTC(2026, 10, 28, 10, 15);
    const notice = { kind, at, address, about: { userAgent, from: '192.0.2.0/24', ...about } };
    return noticeMail(notice, { locale, intl, brand, link });
  },
});

const previews: Previewed[] = [
  ...mailKinds.map((kind) => ({
    name: kind.folder,
    render: (locale: Locale, mails: Mails) => mailPreview(kind, locale, mails, exampleValues),
  })),
  ...notices.map(ofNotice),
];

const path = ({ name }: Previewed, locale: Locale): string => `/previews/${name}/${locale}`;

const nameOf = (locale: Locale): string => {
  const tag = languageTag(locale);
  return new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
};

/** Returns links to a mail in every language. @param current the language shown */
const languages = (mail: Previewed, current?: Locale): string => {
  const links = locales.map(
    (locale) =>
      `<li><a href="${path(mail, locale)}" lang="${languageTag(locale)}"${locale === current ? ' aria-current="page"' : ''}>${escapeHtml(nameOf(locale))}</a></li>`,
  );
  return `<ul class="languages">${links.join('')}</ul>`;
};

/** The page that lists every mail in every language. */
export function previewsPage({ brand }: Mails): string {
  const kinds = previews.map((mail) => `<section><h2>${mail.name}</h2>${languages(mail)}</section>`);
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
  for (const previewed of previews)
    for (const locale of locales) {
      if (path(previewed, locale) !== url) continue;
      const mail = previewed.render(locale, mails);
      const about = `<p class="soft">${previewed.name}</p>${languages(previewed, locale)}`;
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
