import { createIntl } from 'react-intl';
import { languageTag, type Locale } from '../../shared/messages/locales.ts';
import { textOf } from './catalogue.ts';
import { escapeHtml } from '../../shared/mail/escapeHtml.ts';
import { mailHtml, mailText, type Place } from '../../shared/mail/layout.ts';
import type { Mails } from './mails.ts';
import type { MailKind } from './mailKinds.ts';

/** The values that Kratos fills into a mail. */
export interface MailValues {
  code: string;
  link: string;
  /** How long the code and link work; Kratos 1.3.1 does not tell templates. */
  minutes?: number;
}

/** Example values, for previews. */
export const exampleValues: MailValues = {
  code: '739204',
  link: 'https://account.portal.example/verification?flow=5f9c&code=739204',
  minutes: 15,
};

/** Renders a mail as Kratos would send it in a language. */
export function mailPreview(
  kind: MailKind,
  locale: Locale,
  { brand, texts: catalogues }: Mails,
  values: MailValues,
): { subject: string; html: string; text: string } {
  const lang = languageTag(locale);
  const messages = catalogues[locale];
  // it accepts both kinds of texts in one catalogue, although its type does not
  const intl = createIntl({ locale: lang, messages: messages as Record<string, string> });
  const { product } = brand;
  const text = (key: string): string =>
    textOf(messages, key) && intl.formatMessage({ id: key }, { ...values, product });
  const { lifetime, once, ...others } = kind.texts;
  const valid = values.minutes === undefined ? once : lifetime;
  const texts = Object.fromEntries(
    Object.entries({ ...others, ...(valid && { lifetime: valid }) }).map(([place, key]) => [
      place,
      text(key),
    ]),
  ) as Record<Place, string>;
  const code = kind.code && values.code;
  const content = { lang, product, code, link: values.link, texts };
  const asHtml = {
    lang,
    product: escapeHtml(product),
    code: code && escapeHtml(code),
    link: escapeHtml(values.link),
    texts: Object.fromEntries(Object.entries(texts).map(([place, text]) => [place, escapeHtml(text)])),
  };
  return { subject: texts.subject, html: mailHtml(asHtml, brand), text: mailText(content) };
}
