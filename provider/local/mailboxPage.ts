import { createHash } from 'node:crypto';
import type { Mail } from './startMailbox.ts';

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
article { border-top: 1px solid #8888; padding: 0.5rem 0 1rem; }
h2 { font-size: 1.125rem; margin: 0.5rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: 0; }
dd { margin: 0; overflow-wrap: anywhere; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
`;

/** The page's content security policy: only its own style sheet. */
export const mailboxPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** Text as HTML, with clickable http links. */
const withLinks = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 ? `<a href="${escape(part)}" rel="noreferrer">${escape(part)}</a>` : escape(part),
    )
    .join('');

const article = (mail: Mail): string => `<article aria-labelledby="mail-${mail.id}">
<h2 id="mail-${mail.id}">${escape(mail.subject)}</h2>
<dl><dt>To</dt><dd>${escape(mail.to.join(', '))}</dd><dt>Received</dt><dd><time datetime="${mail.receivedAt.toISOString()}">${escape(mail.receivedAt.toLocaleString('en-GB'))}</time></dd></dl>
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
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Mailbox</title><style>${style}</style></head>
<body><main><h1>Mailbox</h1><p>Every mail that the local identity provider sends. <a href="/">Look again</a></p>
${list}
</main></body></html>
`;
}
