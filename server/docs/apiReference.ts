import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'express';
import { languageTag, type Locale } from '../../shared/messages/locales.ts';
import { catalogue } from '../operations/catalogue.ts';
import type { Upstream } from '../operations/operation.ts';
import { favicon } from '../render/favicon.ts';
import { requestLanguage } from '../render/locale.ts';
import { productTexts } from '../render/texts.ts';
import { requestTheme } from '../render/theme.ts';
import { ApiReference } from './ApiReference.tsx';
import { enhanceReference } from './enhanceReference.ts';
import { referenceStyles } from './referenceStyles.ts';

export interface ApiReferenceOptions {
  /** The portal's own stylesheet. */
  styles: string;
  product: string;
  upstreams: Partial<Record<Upstream, string | undefined>>;
  defaultLocale: Locale;
}

/**
 * `/docs/api`: the reference of all operations that the portal forwards, generated from the catalogue. Its script
 * is its own, and only language and theme vary; cookies must be parsed for these.
 */
export function apiReference({ styles, product, upstreams, defaultLocale }: ApiReferenceOptions): Router {
  const rendered = new Map<Locale, string>();
  const render = (locale: Locale): string => {
    const body = renderToStaticMarkup(
      createElement(ApiReference, {
        intl: productTexts.formatter(locale),
        product,
        operations: catalogue,
        configured: (upstream: Upstream) => upstreams[upstream] !== undefined,
      }),
    );
    rendered.set(locale, body);
    return body;
  };
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/docs/api', (request, response) => {
    const { locale } = requestLanguage(request, { fallback: defaultLocale });
    const theme = requestTheme(request);
    const title = productTexts.formatter(locale).formatMessage({ id: 'docs.title' });
    response
      .type('html')
      .send(
        `<!doctype html><html lang="${languageTag(locale)}"${theme === 'system' ? '' : ` data-theme="${theme}"`}>` +
          `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
          `<title>${title}</title><link rel="icon" href="${favicon}">` +
          `<link rel="stylesheet" href="${styles}">` +
          `<link rel="stylesheet" href="/docs/api.css"><script type="module" src="/docs/api.js"></script></head>` +
          `<body>${rendered.get(locale) ?? render(locale)}</body></html>`,
      );
  });
  router.get('/docs/api.css', (_request, response) => {
    response.type('css').send(referenceStyles);
  });
  router.get('/docs/api.js', (_request, response) => {
    response.type('js').send(`(${enhanceReference.toString()})();`);
  });
  return router;
}
