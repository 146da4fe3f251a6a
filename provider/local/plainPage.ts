import { createHash } from 'node:crypto';
import { escapeHtml } from '../../shared/mail/escapeHtml.ts';

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
article { border-top: 1px solid #8888; padding: 0.5rem 0 1rem; }
h2 { font-size: 1.125rem; margin: 0.5rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: 0; }
dd { margin: 0; overflow-wrap: anywhere; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: 1rem; align-items: baseline; margin: 1rem 0; }
output { font: 2rem/1.5 ui-monospace, monospace; letter-spacing: 0.1em; }
`;

/**
 * The content security policy of pages with nothing but a style sheet.
 *
 * @param formAction where their forms may post and be redirected to
 */
export const stylePolicy = (sheet: string, formAction: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(sheet).digest('base64')}'`,
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');

/** The content security policy of plain pages. @param formAction as in `stylePolicy` */
export const plainPagePolicy = (formAction: string): string => stylePolicy(style, formAction);

/** Returns a page without scripts. @param title its title and heading @param content HTML */
export const plainPage = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${content}
</main></body></html>
`;
