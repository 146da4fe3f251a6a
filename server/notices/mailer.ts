import { randomUUID } from 'node:crypto';
import type { Transporter } from 'nodemailer';
import type { MailBrand } from '../../shared/mail/mailBrand.ts';
import { isToFormer, noticeMail, recoveryMail, type WrittenMail } from '../../shared/mail/noticeMail.ts';
import { locales, type Locale } from '../../shared/messages/locales.ts';
import type { Texts } from '../render/texts.ts';
import type { NotMe } from '../security/notMeLink.ts';
import type { Settings } from '../settings/config.ts';
import type { SendNotice } from '../store/outbox.ts';

/** How long the mail server is waited for, in milliseconds: for a connection, and for each answer. */
const connectMs = 10_000;
const answerMs = 30_000;

/** The settings of the portal's own mails. */
type MailSettings = Pick<
  Settings,
  'SMTP_URL' | 'MAIL_FROM' | 'PORTAL_URL' | 'DEFAULT_LOCALE' | 'KRATOS_HOOKS_KEY'
>;

/** Returns nodemailer's options for a URL as Kratos' courier reads it: TLS at once, by STARTTLS, or not at all. */
function serverAt(smtpUrl: string) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const isOn = (name: string): boolean => searchParams.get(name) === 'true';
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !isOn('disable_starttls'),
    ignoreTLS: isOn('disable_starttls'),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    tls: { rejectUnauthorized: !isOn('skip_ssl_verify') },
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
  };
}

/** Mails somebody a code that lets them into their account. @param code what the page at `link` asks for */
export type MailRecovery = (
  to: { address: string; locale?: string | undefined },
  recovery: { code: string; link: string },
) => Promise<void>;

/**
 * Creates the senders of the portal's own mails. Where SMTP_URL names no mail server there are none; those about events are
 * dropped, too, where Kratos does not ask the portal, so that nobody could secure an account: none waits.
 *
 * @throws SettingsError where the brand's logo cannot be part of a mail
 */
export function createMailer({
  settings: { SMTP_URL, MAIL_FROM, PORTAL_URL, DEFAULT_LOCALE, KRATOS_HOOKS_KEY },
  look,
  texts,
  link,
}: {
  settings: MailSettings;
  /** Returns the look of mails; called only if there is a server to send them. */
  look: () => MailBrand;
  texts: Texts;
  /** Returns the token of a mail's link 'This was not me'. */
  link: (told: NotMe) => string;
}): { notice: SendNotice; recovery?: MailRecovery } {
  if (SMTP_URL === undefined) return { notice: () => Promise.resolve(false) };
  const brand = look();
  let transport: Transporter | undefined;
  const { hostname } = new URL(PORTAL_URL);
  const localeOf = (locale: string | undefined): Locale =>
    locales.find((one) => one === locale) ?? DEFAULT_LOCALE;
  /** @param id the same if it is sent once more: mail programs show it once */
  const send = async (address: string, mail: WrittenMail, id: string): Promise<void> => {
    transport ??= (await import('nodemailer')).createTransport(serverAt(SMTP_URL));
    await transport.sendMail({
      from: { name: brand.product, address: MAIL_FROM },
      to: { name: '', address },
      ...mail,
      messageId: `<${id}@${hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  };
  const recovery: MailRecovery = async ({ address, locale: given }, { code, link: to }) => {
    const locale = localeOf(given);
    const mail = recoveryMail(code, { locale, intl: texts.formatter(locale), brand, link: to });
    await send(address, mail, randomUUID());
  };
  const notice: SendNotice = async (told) => {
    const { id, identity, address, at } = told;
    const locale = localeOf(told.locale);
    const isFormer = isToFormer(told);
    const { formerPlace: place } = told.about;
    const token = link({ identity, address, at, isFormer, ...(isFormer && { place }) });
    const mail = noticeMail(told, {
      locale,
      intl: texts.formatter(locale),
      brand,
      link: told.kind === 'deletionAsked' ? `${PORTAL_URL}/login` : `${PORTAL_URL}/secure?token=${token}`,
    });
    await send(address, mail, id);
  };
  return { notice: KRATOS_HOOKS_KEY.length === 0 ? () => Promise.resolve(false) : notice, recovery };
}
