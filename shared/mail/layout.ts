import type { Palette } from '../productColors.ts';
import type { MailBrand } from './mailBrand.ts';

/** The texts of a mail, by their place in the layout. */
export type Place =
  | 'subject'
  | 'title'
  | 'intro'
  /** What to do, before a button. */
  | 'advice'
  /** How long a code or link works. */
  | 'lifetime'
  /** The text before and on the link beside a code. */
  | 'elsewhere'
  | 'open'
  /** On the button, if not the title; and before the link's address in full. */
  | 'button'
  | 'address'
  /** Advice for a reader who did ask, although there is no such account. */
  | 'wasYou'
  /** A heading and advice: for readers who did not ask for it, or for whom there is nothing to do. */
  | 'notYou'
  | 'calm'
  | 'why';

/** The content of a mail, as HTML for `mailHtml` and unescaped for `mailText`. */
export interface MailContent {
  /** A BCP 47 tag. */
  lang: string;
  product: string;
  code?: string | undefined;
  link: string;
  texts: Partial<Record<Place, string>>;
}

const darkStyles = (dark: Palette, logo: MailBrand['logo']): string =>
  [
    `.ground{background:${dark.ground}!important}`,
    `.card{background:${dark.surface}!important;border-color:${dark.line}!important}`,
    `.ink{color:${dark.ink}!important}`,
    `.soft{color:${dark.inkSoft}!important}`,
    `.code{background:${dark.surfaceRaised}!important;color:${dark.ink}!important}`,
    `.line{border-color:${dark.line}!important}`,
    `.link{color:${dark.link}!important}`,
    `.button{background:${dark.action}!important;color:${dark.onAction}!important}`,
    ...(logo.dark === undefined ? [] : ['.day{display:none!important}.night{display:inline!important}']),
  ].join('');

const styles = ({ colors: { light, dark }, logo, font: own, radius, cardRadius }: MailBrand) => {
  const font = `'${own}',system-ui,-apple-system,'Segoe UI',Roboto,sans-serif`;
  return {
    dark: darkStyles(dark, logo),
    ground: `margin:0;background:${light.ground}`,
    card: `background:${light.surface};border:1px solid ${light.line};border-radius:${cardRadius}px`,
    product: `padding:${logo.light === '' ? '0' : '0 10px'};color:${light.ink};font:600 16px/24px ${font}`,
    title: `margin:0;padding:32px 0 4px;color:${light.ink};font:600 24px/32px ${font};letter-spacing:-.01em`,
    text: `margin:0;color:${light.ink};font:400 16px/24px ${font}`,
    code: `margin:32px 0;padding:16px;background:${light.surfaceRaised};border-radius:${radius}px;color:${light.ink};font:600 32px/40px ${font};letter-spacing:.2em;text-align:center`,
    soft: `margin:0;color:${light.inkSoft};font:400 16px/24px ${font}`,
    link: `color:${light.link};font-weight:600;overflow-wrap:anywhere`,
    address: `color:${light.link};font:400 14px/20px ${font};overflow-wrap:anywhere`,
    button: `display:inline-block;margin:32px 0;padding:10px 16px;background:${light.action};border-radius:${radius}px;color:${light.onAction};font:600 16px/24px ${font};text-decoration:none`,
    foot: `margin:32px 0 0;padding:24px 0 0;border-top:1px solid ${light.line};color:${light.inkSoft};font:400 14px/20px ${font}`,
    why: `margin:8px 0 0;color:${light.inkSoft};font:400 14px/20px ${font}`,
  };
};

/** Returns the brand's logo, with the dark one hidden in mail programs without a dark theme. */
export const mailLogo = ({ light, dark }: MailBrand['logo']): string =>
  dark === undefined ? light : `<span class="day">${light}</span><span class="night">${dark}</span>`;

/** Fills the rest of a preview line, so that mail programs don't continue with the mail's text and its code. */
const previewPadding = '\u{a0}\u{200c}'.repeat(150);

const frame = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/**
 * Returns a mail as HTML: one column of 35 rem. Tables are only used for its frame; light colours are inline, dark
 * ones in a style element; the logo is part of it, so that no image is fetched. The preview line beside the subject
 * says why the mail was sent, and contains no code.
 *
 * @param content its texts and values, as HTML
 */
export function mailHtml(content: MailContent, brand: MailBrand): string {
  const { lang, product, code, link, texts } = content;
  const style = styles(brand);
  const anchor = (text: string, look: string): string =>
    `<a class="link" href="${link}" style="${look}">${text}</a>`;
  const lines = [
    `<h1 class="ink" style="${style.title}">${texts.title}</h1>`,
    `<p class="ink" style="${style.text}">${[texts.intro, texts.lifetime].filter(Boolean).join(' ')}</p>`,
    texts.advice && `<p class="ink" style="${style.text};padding-top:16px">${texts.advice}</p>`,
    code && `<p class="code" style="${style.code}">${code}</p>`,
    texts.open &&
      `<p class="soft" style="${style.soft}">${texts.elsewhere} ${anchor(texts.open, style.link)}</p>`,
    texts.address &&
      `<p style="margin:0"><a class="button" href="${link}" style="${style.button}">${texts.button ?? texts.title}</a></p>\n` +
        `<p class="soft" style="${style.soft}">${texts.address}<br>${anchor(link, style.address)}</p>`,
    texts.wasYou && `<p class="ink" style="${style.text};padding-top:16px">${texts.wasYou}</p>`,
    texts.calm &&
      `<p class="soft line" style="${style.foot}"><strong>${texts.notYou}</strong> ${texts.calm}</p>`,
    texts.calm
      ? `<p class="soft" style="${style.why}">${texts.why}</p>`
      : `<p class="soft line" style="${style.foot}">${texts.why}</p>`,
  ];
  return `<!doctype html>
<html lang="${lang}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${texts.title}</title>
<style>:root{color-scheme:light dark}${brand.logo.dark === undefined ? '' : '.night{display:none}'}@media (prefers-color-scheme:dark){${style.dark}}</style>
</head>
<body class="ground" style="${style.ground}">
<div style="display:none;max-height:0;overflow:hidden">${texts.why}${previewPadding}</div>
<div role="article" aria-label="${texts.title}" lang="${lang}" dir="ltr">
<table ${frame} width="100%" class="ground" style="${style.ground}"><tr><td align="center" style="padding:24px 8px">
<table ${frame} width="100%" class="card" style="max-width:35rem;${style.card}"><tr><td align="left" style="padding:32px">
<table ${frame}><tr><td style="line-height:0">${mailLogo(brand.logo)}</td><td class="ink" style="${style.product}">${product}</td></tr></table>
${lines.filter(Boolean).join('\n')}
</td></tr></table>
</td></tr></table>
</div>
</body>
</html>
`;
}

/** Returns the same mail as plain text, in the same order. */
export function mailText({ product, code, link, texts }: MailContent): string {
  const paragraphs = [
    product,
    texts.title,
    [texts.intro, texts.lifetime].filter(Boolean).join(' '),
    texts.advice,
    code,
    texts.open && `${texts.elsewhere} ${texts.open}\n${link}`,
    texts.address && (texts.button === undefined ? link : `${texts.button}:\n${link}`),
    texts.wasYou,
    texts.calm && `${texts.notYou} ${texts.calm}`,
    texts.why,
  ];
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`;
}
