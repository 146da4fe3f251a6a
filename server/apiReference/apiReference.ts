import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import type { Locale } from '../../shared/messages/locales.ts';
import type { PageContext } from '../../shared/page.ts';
import { catalogue } from '../operations/catalogue.ts';
import type { ServedAs } from '../operations/closeDocs.ts';
import type { Upstream } from '../operations/operation.ts';
import type { AssetManifest } from '../render/assets.ts';
import { requestLanguage } from '../render/locale.ts';
import type { Texts } from '../render/texts.ts';
import { requestTheme } from '../render/theme.ts';
import { ApiReference } from './ApiReference.tsx';
import { enhanceReference } from './enhanceReference.ts';
import { ReferenceDocument } from './ReferenceDocument.tsx';
import { referenceStyles } from './referenceStyles.ts';

/** The content of the API reference, and who may read it. */
export interface ApiReferenceOptions {
  /** The portal's own stylesheet and page icon. */
  assets: Pick<AssetManifest, 'styles' | 'favicon'>;
  texts: Texts;
  upstreams: Partial<Record<Upstream, string | undefined>>;
  /** The portal's own origin. */
  portalUrl: string;
  defaultLocale: Locale;
  /** Decides who may read it; by default everybody. */
  admit?: RequestHandler;
  /** Returns each operation as the portal serves it, or undefined for one that it does not. */
  servedAs: ServedAs;
  /** The footer's content beside language and theme. */
  context: Pick<PageContext, 'product' | 'supportEmail' | 'identityServiceUrl'>;
  /** Returns the browser's token, for the choice of language and theme. */
  csrfToken: (request: Request, response: Response) => string;
}

const path = '/docs/api';

/**
 * `/docs/api`: the reference of the operations that the portal forwards, generated from the catalogue. Its script
 * is its own, and only language and theme vary.
 */
export function apiReference(options: ApiReferenceOptions): Router {
  const { assets, texts, upstreams, portalUrl, defaultLocale } = options;
  const rendered = new Map<Locale, string>();
  const render = (locale: Locale): string => {
    const reference = renderToStaticMarkup(
      createElement(ApiReference, {
        intl: texts.formatter(locale),
        product: options.context.product,
        operations: catalogue.flatMap((operation) => options.servedAs(operation) ?? []),
        configured: (upstream: Upstream) => upstreams[upstream] !== undefined,
      }),
    );
    rendered.set(locale, reference);
    return reference;
  };
  const router = Router({ caseSensitive: true, strict: true });
  if (options.admit) router.get([path, path + '.css', path + '.js'], options.admit);
  router.get(path, (request, response) => {
    const { locale } = requestLanguage(request, { portalUrl, fallback: defaultLocale });
    const csrfToken = options.csrfToken(request, response);
    const theme = requestTheme(request, portalUrl);
    const context = { ...options.context, locale, theme, path, csrfToken };
    const intl = texts.formatter(locale);
    const reference = rendered.get(locale) ?? render(locale);
    const html = renderToStaticMarkup(createElement(ReferenceDocument, { context, intl, assets, reference }));
    response.type('html').send(`<!doctype html>${html}`);
  });
  router.get(path + '.css', (_request, response) => {
    response.type('css').send(referenceStyles);
  });
  router.get(path + '.js', (_request, response) => {
    response.type('js').send(`(${enhanceReference.toString()})();`);
  });
  return router;
}
