import type { IntlShape } from 'react-intl';
import { activitySentence } from '../activitySentence.ts';
import { optionalNotices, type Activity } from '../activity.ts';
import { escapeHtml } from './escapeHtml.ts';
import { mailHtml, mailText, type Place } from './layout.ts';
import type { MailBrand } from './mailBrand.ts';
import { languageTag, type Locale } from '../messages/locales.ts';
import { placeName } from '../placeName.ts';
import { shownName } from '../shownName.ts';
import { agentName, browserName, systemName } from '../userAgent.ts';

/** An event, and to whom a mail tells of it. */
export interface Notice extends Pick<Activity, 'kind' | 'at' | 'about'> {
  address: string;
}

/** What a mail is made with. */
export interface MailOptions {
  locale: Locale;
  intl: IntlShape;
  brand: MailBrand;
  /** Where its button leads. */
  link: string;
}

/** Whether a mail goes to an address that the account has just lost. */
export const isToFormer = ({ kind, about, address }: Pick<Notice, 'kind' | 'about' | 'address'>): boolean =>
  kind === 'addressChanged' && about.formerAddress?.toLowerCase() === address.toLowerCase();

const when = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

/** Says when it happened, on which device and from where; programs of unknown names are strangers' words. */
function facts(intl: IntlShape, { at, about: { userAgent, from, place } }: Notice): string {
  const isKnown = (browserName(userAgent) ?? systemName(userAgent)) !== undefined;
  const device = isKnown && intl.formatMessage({ id: 'deviceName.text' }, { ...agentName(userAgent) });
  return [intl.formatDate(at, when), device, from, place && placeName(intl, place)]
    .filter(Boolean)
    .join(' · ');
}

/**
 * Says what happened. Addresses stay out: somebody has typed them, and the reader trusts the sender (docs/decisions/
 * mails-contain-no-user-input.md). Of an application, the reader has seen the name.
 */
function title(intl: IntlShape, { kind, about: { method, provider, application } }: Notice): string {
  if (kind === 'signedIn') return intl.formatMessage({ id: 'mail.notice.signedIn' });
  const names = Object.entries({ method, provider, application }).map(
    ([what, name = '']) => [what, shownName(name)] as const,
  );
  return activitySentence(intl, {
    kind,
    about: Object.fromEntries(names.filter(([, name]) => name !== undefined)),
  });
}

/** Says what to do about it. @param text formats a text without values */
function adviceFor(
  notice: Notice,
  text: (id: string) => string,
  intl: IntlShape,
): Partial<Record<Place, string>> {
  const { kind, about, at } = notice;
  if (kind === 'accountDeleted') return { advice: text('mail.notice.accountDeleted') };
  // without days of grace nobody can keep it
  if (kind === 'deletionAsked' && Date.parse(about.until ?? '') <= at)
    return { advice: text('data.left.now') };
  const address = text('mail.link.address');
  if (kind === 'deletionAsked') {
    const date = intl.formatDate(about.until, { dateStyle: 'long' });
    return {
      advice: intl.formatMessage({ id: 'mail.notice.deletionAsked' }, { date }),
      button: text('mail.notice.keep'),
      address,
    };
  }
  return {
    advice: text(isToFormer(notice) ? 'mail.notice.former' : 'mail.notice.secure'),
    button: text('mail.notice.button'),
    address,
    notYou: text('mail.notice.wasYou'),
    calm: text('mail.notice.calm'),
  };
}

/** A mail, as HTML and as plain text. */
export interface WrittenMail {
  subject: string;
  html: string;
  text: string;
}

/** Writes a mail from its texts. */
function writtenMail(
  subject: string,
  texts: Partial<Record<Place, string>>,
  { locale, brand, link, code }: Omit<MailOptions, 'intl'> & { code?: string },
): WrittenMail {
  const { product } = brand;
  const asHtml = Object.fromEntries(Object.entries(texts).map(([place, one]) => [place, escapeHtml(one)]));
  const content = { lang: languageTag(locale), product, link, texts, code };
  const inHtml = { product: escapeHtml(product), link: escapeHtml(link), texts: asHtml };
  return {
    subject,
    html: mailHtml({ ...content, ...inHtml, code: code && escapeHtml(code) }, brand),
    text: mailText(content),
  };
}

/** Returns the mail about an event. */
export function noticeMail(notice: Notice, { locale, intl, brand, link }: MailOptions): WrittenMail {
  const { product } = brand;
  const text = (id: string): string => intl.formatMessage({ id }, { product });
  const what = title(intl, notice);
  const isOptional = optionalNotices.some((kind) => kind === notice.kind);
  const texts: Partial<Record<Place, string>> = {
    title: what,
    intro: facts(intl, notice),
    ...adviceFor(notice, text, intl),
    why: text(isOptional ? 'mail.notice.whyOptional' : 'mail.notice.why'),
  };
  return writtenMail(`${product}: ${what}`, texts, { locale, brand, link });
}

/**
 * Returns the mail that gets somebody back into their account, in words of Kratos' own.
 *
 * @param code what the page asks for to which the link leads
 */
export function recoveryMail(code: string, { intl, ...options }: MailOptions): WrittenMail {
  const { product } = options.brand;
  const text = (id: string): string => intl.formatMessage({ id }, { product });
  const subject = text('mail.recoveryCode.subject');
  const texts = {
    title: subject,
    intro: text('mail.recoveryLink.intro'),
    button: text('mail.verificationCode.open'),
    address: text('mail.link.address'),
    notYou: text('mail.notYou'),
    calm: text('mail.code.notYou'),
    why: text('mail.recovery.why'),
  };
  return writtenMail(subject, texts, { ...options, code });
}
