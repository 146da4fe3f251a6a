import { escapeHtml } from '../../shared/mail/escapeHtml.ts';

/** The parts of a mail to show. */
export interface ShownMail {
  subject: string;
  html: string | undefined;
  text: string;
}

/** Escapes text as HTML, with clickable http links. */
const withLinks = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 ? `<a href="${escapeHtml(part)}" rel="noreferrer">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');

/**
 * Shows a mail's two parts: its HTML in a frame that runs no scripts, and its plain text.
 *
 * @param file where its HTML is served
 */
export const mailView = ({ subject, html, text }: ShownMail, file: string): string =>
  [
    html &&
      `<iframe src="${file}" sandbox="allow-popups allow-popups-to-escape-sandbox" title="${escapeHtml(subject)}"></iframe>`,
    `<h2 id="text">Plain text</h2><section class="card" aria-labelledby="text"><pre tabindex="0">${withLinks(text)}</pre></section>`,
  ]
    .filter(Boolean)
    .join('\n');

/** The content security policy of a mail in its frame: its own styles, and nothing fetched or run. */
export const mailPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "frame-ancestors 'self'",
].join('; ');

/** Adapts a mail's HTML to its frame: its links open in a new tab, because the portal cannot be framed. */
export const mailInFrame = (html: string): string => html.replace(/<head>/i, '<head><base target="_blank">');
