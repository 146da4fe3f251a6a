import { escapeHtml } from '../../shared/mail/escapeHtml.ts';
import { mailLogo } from '../../shared/mail/layout.ts';
import type { MailBrand } from '../../shared/mail/mailBrand.ts';
import { stylePolicy } from './plainPage.ts';

const names = ['ground', 'surface', 'hover', 'ink', 'inkSoft', 'line', 'link', 'wave', 'focus'] as const;

const style = ({ colors: { light, dark }, font, cardRadius, logo }: MailBrand): string => `
*, ::before, ::after { box-sizing: border-box; }
:root {
  color-scheme: light dark; --s: 0.875rem/1.25rem '${font}', system-ui, sans-serif; --m: 1rem/1.5rem '${font}', system-ui, sans-serif;
  ${names.map((name) => `--${name}: light-dark(${light[name]}, ${dark[name]});`).join(' ')}
}
body { margin: 0; background: var(--ground); color: var(--ink); font: var(--m); }
h1, h2, p, dl, dd, ul, pre { margin: 0; padding: 0; font: inherit; }
ul { list-style: none; }
h1 { font-size: 1.5rem; line-height: 2rem; font-weight: 600; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; font-weight: 600; }
a { color: var(--link); font-weight: 600; text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 0.25rem; }
.skip:not(:focus) { position: absolute; clip-path: inset(50%); }
header { position: relative; background: var(--surface); }
header::before, header::after { content: ''; position: absolute; inset-block-end: 0; inline-size: calc(50% - 3.2rem); border-block-end: 1px solid var(--line); }
header::before { inset-inline-start: 0; } header::after { inset-inline-end: 0; }
.beat { position: absolute; inset-block-end: -1.25rem; inset-inline-start: calc(50% - 3.2rem); inline-size: 6.4rem; block-size: 2.5rem; fill: none; stroke: var(--wave); stroke-width: 2.4; pointer-events: none; }
.bar, main { inline-size: min(100%, 67rem); margin-inline: auto; padding-inline: 1.5rem; }
.bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 1rem; min-block-size: 4rem; }
.brand { display: flex; align-items: center; gap: 0.625rem; min-block-size: 2.75rem; color: var(--ink); text-decoration: none; }
nav { display: flex; margin-inline: -0.75rem; }
nav a { display: flex; align-items: center; min-block-size: 2.75rem; padding-inline: 0.75rem; color: var(--inkSoft); font: 600 var(--s); text-decoration: none; }
nav a:hover { color: var(--ink); } nav a[aria-current] { color: var(--link); }
main { display: grid; gap: 1.5rem; max-inline-size: 38rem; padding-block: 4rem; }
main > * { min-inline-size: 0; }
.soft, dt, time { color: var(--inkSoft); font: var(--s); }
.card { overflow: hidden; background: var(--surface); border: 1px solid var(--line); border-radius: ${cardRadius}px; }
.card li + li { border-block-start: 1px solid var(--line); }
.row { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: 0.75rem 1.5rem; color: var(--ink); text-decoration: none; }
.row:hover { background: var(--hover); } .row:focus-visible { outline-offset: -2px; border-radius: ${cardRadius}px; }
.row > * { min-inline-size: 0; overflow-wrap: anywhere; } .row .soft { grid-column: 1; font-weight: 400; } .row time { font-weight: 400; }
.languages { display: flex; flex-wrap: wrap; gap: 0 0.5rem; margin-inline: -0.5rem; }
.languages a { display: block; padding: 0.75rem 0.5rem; font: var(--s); } .languages a[aria-current] { color: var(--ink); font-weight: 600; text-decoration: none; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; } dd { font: var(--s); overflow-wrap: anywhere; }
iframe { display: block; inline-size: calc(100% + 1rem); block-size: 44rem; margin-inline: -0.5rem; border: 0; }
pre { padding: 1.5rem; white-space: pre-wrap; overflow-wrap: anywhere; }
${logo.dark === undefined ? '' : '@media (prefers-color-scheme: dark) { .day { display: none; } } @media (prefers-color-scheme: light) { .night { display: none; } }'}
.empty { padding: 2rem; text-align: center; }
@media (width < 640px) {
  main { padding: 2rem 1rem; } .bar { padding: 0.5rem 1rem; } .beat { display: none; } header::before { inline-size: 100%; }
  .card { margin-inline: -1rem; border-inline: 0; border-radius: 0; } .row, pre { padding-inline: 1rem; } .row { grid-template-columns: 1fr; }
}
`;

/** The content security policy of these pages: their own style sheet, and mails of this server in frames. */
export const productPagePolicy = (brand: MailBrand): string =>
  `${stylePolicy(style(brand), "'none'")}; frame-src 'self'`;

const beat =
  '<svg class="beat" viewBox="60 0 164 64" aria-hidden="true"><path d="M60 32H64.8C67.7 32 68.8 32.7 71.7 32.7C74 32.7 74.8 29 77.1 29C79.4 29 80.2 40.8 82.5 40.8C84.8 40.8 85.7 14 88 14C90.3 14 91.1 57.8 93.4 57.8C95.6 57.8 96.5 6.2 98.7 6.2C101 6.2 101.8 50.1 104.1 50.1C106.4 50.1 107.3 23.2 109.6 23.2C111.9 23.2 112.7 35 115 35C117.3 35 118.1 31.3 120.4 31.3C123.3 31.3 124.3 32 127.2 32H176.4C178.7 32 179.5 31.4 181.8 31.4C183.7 31.4 184.4 34.8 186.3 34.8C188.1 34.8 188.9 23.7 190.7 23.7C192.5 23.7 193.2 47.1 195 47.1C196.8 47.1 197.6 15.4 199.4 15.4C201.2 15.4 202 43.1 203.8 43.1C205.6 43.1 206.4 27.5 208.2 27.5C210 27.5 210.8 33.1 212.6 33.1C215.5 33.1 216.7 32 219.6 32H224"/></svg>';

const sections = { '/': 'Mailbox', '/previews': 'Previews' };

/**
 * Returns a page without scripts, in a brand's look.
 *
 * @param section the path of its section
 * @param content HTML
 */
export function productPage(
  brand: MailBrand,
  section: keyof typeof sections,
  title: string,
  content: string,
): string {
  const product = escapeHtml(brand.product);
  const links = Object.entries(sections).map(
    ([path, name]) => `<a href="${path}"${path === section ? ' aria-current="true"' : ''}>${name}</a>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} – ${product}</title><style>${style(brand)}</style></head>
<body><a class="skip" href="#main">Skip to content</a>
<header><div class="bar"><a class="brand" href="/">${mailLogo(brand.logo)}<span>${product}</span></a><nav aria-label="Main navigation">${links.join('')}</nav></div>${beat}</header>
<main id="main"><h1>${escapeHtml(title)}</h1>
${content}
</main></body></html>
`;
}
