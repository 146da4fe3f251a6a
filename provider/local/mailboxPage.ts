import { escapeHtml } from '../../shared/mail/escapeHtml.ts';
import type { MailBrand } from '../../shared/mail/mailBrand.ts';
import type { Mails } from '../mails/mails.ts';
import { mailInFrame, mailPolicy, mailView } from './mailView.ts';
import { previewAt, previewsPage } from './mailPreviews.ts';
import { productPage, productPagePolicy } from './productPage.ts';
import type { Mail } from './mail.ts';

const received = ({ receivedAt }: Mail): string =>
  `<time datetime="${receivedAt.toISOString()}">${escapeHtml(receivedAt.toLocaleString('en-GB'))}</time>`;

const row = (mail: Mail): string =>
  `<li><a class="row" href="/mails/${mail.id}"><span>${escapeHtml(mail.subject)}</span>${received(mail)}<span class="soft">${escapeHtml(mail.to.join(', '))}</span></a></li>`;

function listPage(brand: MailBrand, messages: readonly Mail[]): string {
  const list =
    messages.length > 0
      ? `<ul class="card">${messages.map(row).reverse().join('\n')}</ul>`
      : '<p class="card empty">No mail has arrived yet.</p>';
  return productPage(
    brand,
    '/',
    'Mailbox',
    `<p class="soft">Every mail that the local identity provider sends. <a href="/">Look again</a></p>\n${list}`,
  );
}

function mailPage(brand: MailBrand, mail: Mail): string {
  const facts = `<dl><dt>From</dt><dd>${escapeHtml(mail.from)}</dd><dt>To</dt><dd>${escapeHtml(mail.to.join(', '))}</dd><dt>Received</dt><dd>${received(mail)}</dd></dl>`;
  return productPage(brand, '/', mail.subject, `${facts}\n${mailView(mail, `/mails/${mail.id}.html`)}`);
}

/** HTML with its content security policy. */
export interface MailboxPage {
  html: string;
  policy: string;
}

const framed = (html: string): MailboxPage => ({ html: mailInFrame(html), policy: mailPolicy });

/**
 * Returns a page of the mailbox: the list of mails, newest first; a mail; the previews of all mails. None has
 * scripts.
 *
 * @param path as in `/mails/1`, or `/mails/1.html` for the frame's content
 * @param messages the mails, oldest first
 * @returns undefined when there is no such page
 */
export function mailboxPage(path: string, messages: readonly Mail[], mails: Mails): MailboxPage | undefined {
  const { brand } = mails;
  const page = (html: string): MailboxPage => ({ html, policy: productPagePolicy(brand) });
  if (path === '/') return page(listPage(brand, messages));
  if (path === '/previews') return page(previewsPage(mails));
  const inFrame = path.endsWith('.html');
  const address = path.replace(/\.html$/, '');
  const mail = messages.find(({ id }) => address === `/mails/${id}`);
  const preview = mail ? undefined : previewAt(address, mails);
  const html = (mail ?? preview)?.html;
  if (inFrame) return html === undefined ? undefined : framed(html);
  if (mail) return page(mailPage(brand, mail));
  return preview && page(preview.page);
}
