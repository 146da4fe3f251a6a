import type { Mail } from './startMailbox.ts';
import { escapeHtml, plainPage } from './plainPage.ts';

/** Text as HTML, with clickable http links. */
const withLinks = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 ? `<a href="${escapeHtml(part)}" rel="noreferrer">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');

const article = (mail: Mail): string => `<article aria-labelledby="mail-${mail.id}">
<h2 id="mail-${mail.id}">${escapeHtml(mail.subject)}</h2>
<dl><dt>To</dt><dd>${escapeHtml(mail.to.join(', '))}</dd><dt>Received</dt><dd><time datetime="${mail.receivedAt.toISOString()}">${escapeHtml(mail.receivedAt.toLocaleString('en-GB'))}</time></dd></dl>
<pre>${withLinks(mail.text)}</pre>
</article>`;

/**
 * The mailbox as a page without scripts: the newest mail first, all mail content escaped.
 *
 * @param messages the mails, oldest first
 */
export function mailboxPage(messages: readonly Mail[]): string {
  const list =
    messages.length > 0 ? messages.map(article).reverse().join('\n') : '<p>No mail has come yet.</p>';
  return plainPage(
    'Mailbox',
    `<p>Every mail that the local identity provider sends. <a href="/">Look again</a></p>\n${list}`,
  );
}
