import { setTimeout as pause } from 'node:timers/promises';
import express, { type Express, type Response } from 'express';
import sirv from 'sirv';
import type { AssetManifest } from '../../server/render/assets.ts';
import { allowFlowScripts, changePolicy } from '../../server/security/csp/contentPolicy.ts';
import { nonceOf, securityHeaders } from '../../server/security/csp/headers.ts';
import type { PageContext } from '../../shared/page.ts';
import { pageNames, pageRow } from '../../shared/pages.ts';
import type { Renderer } from './bundledRenderer.ts';
import { indexPage } from './indexPage.ts';
import { pseudo, readLook, type Look } from './look.ts';
import { pseudoTexts } from './pseudoTexts.ts';
import { sampleBrands, type SampleBrand } from './sampleBrands.ts';
import { isOfConsole, shownAt, type AnyState } from './states/state.ts';
import { stateByName, states } from './states/states.ts';

/** How long a submitted form shows that it is busy, in milliseconds. */
const busyMs = 20_000;

/** Makes a page run its delayed actions at once, if they are due within ten seconds. */
const hurry = 'const later = setTimeout; setTimeout = (work, ms) => later(work, ms < 10_000 ? ms : 0)';

const origin = (port: number): string => `http://localhost:${port}`;

/** Returns a state with the provider's URL at the gallery's own origin, where no provider answers. */
const stateAt = <Shown extends AnyState>(port: number, state: Shown): Shown =>
  JSON.parse(JSON.stringify(state).replaceAll('http://localhost:3000', origin(port))) as Shown;

const contextOf = (port: number, path: string, look: Look, product: string): PageContext => ({
  locale: look.language === pseudo ? 'en' : look.language,
  theme: look.theme,
  product,
  path,
  csrfToken: 'token',
  supportEmail: 'help@portal.example',
  passwordMinLength: 8,
  customerPortalUrl: 'https://customers.portal.example/',
  identityServiceUrl: origin(port),
  servedAt: shownAt,
});

interface GalleryOptions {
  port: number;
  renderer: Renderer;
  /** The built client. */
  clientDirectory: string;
  assets: AssetManifest;
}

/**
 * The gallery: an index, and every state at `/states/<name>?language=…&theme=…`, rendered by the portal's renderer with
 * its built assets and its security headers.
 */
export function galleryApp({ port, renderer, clientDirectory, assets }: GalleryOptions): Express {
  const pseudoCatalogue = pseudoTexts();
  const inPseudo = renderer.createTexts({ ...renderer.catalogues, en: pseudoCatalogue });
  const pseudoUrl = '/pseudo.json';
  const inPseudoUrl = { en: pseudoUrl };
  const inPseudoTexts = {
    first: inPseudoUrl,
    account: inPseudoUrl,
    oauth2: inPseudoUrl,
    settings: inPseudoUrl,
    activity: inPseudoUrl,
  };
  const { brands, files } = sampleBrands({ assets, clientDirectory });
  const ownLook: SampleBrand = { product: 'Stethoscope', assets };
  const app = express();
  app.use(files.serve);
  app.use(
    '/assets',
    sirv(`${clientDirectory}/assets`, { brotli: true, gzip: true, maxAge: 31_536_000, immutable: true }),
  );
  app.get('/gallery', (_request, response) => void response.type('html').send(indexPage(states)));

  const show = (response: Response, served: AnyState, url: string): void => {
    const look = readLook(new URL(url, origin(port)).searchParams);
    const state = stateAt(port, served);
    // the index shows states in frames
    response.set('X-Frame-Options', 'SAMEORIGIN');
    changePolicy(response, (policy) => policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
    if ('flow' in state.page.props) allowFlowScripts(response, state.page.props.flow, [origin(port)]);
    const isPseudo = look.language === pseudo;
    const { product, assets: ofBrand } = brands.get(look.brand ?? '') ?? ownLook;
    const parts = {
      nonce: nonceOf(response),
      assets: isPseudo ? { ...ofBrand, texts: inPseudoTexts } : ofBrand,
      texts: isPseudo ? inPseudo : renderer.productTexts,
    };
    const context = contextOf(port, url, look, product);
    response.type('html');
    if (isOfConsole(state)) {
      const { page, context: own } = state;
      response.send(renderer.renderConsole(parts)(page, { ...context, form: 'form', ...own }, parts.nonce));
      return;
    }
    const html = renderer.renderPage(state.page, { ...context, ...state.context }, parts);
    const hurried = html.replace('<head>', `<head><script nonce="${nonceOf(response)}">${hurry}</script>`);
    response.send(Buffer.from(state.hurries ? hurried : html, 'latin1'));
  };

  app.use(securityHeaders({ secure: false, hsts: 'off', identityService: [] }));
  app.get(pseudoUrl, (_request, response) => void response.json(pseudoCatalogue));
  app.get('/states/:page/:state', ({ params, originalUrl }, response, next) => {
    const state = stateByName(`${params.page}/${params.state}`);
    if (state) show(response, state, originalUrl);
    else next();
  });
  for (const name of pageNames)
    app.get(pageRow(name).path, ({ originalUrl }, response, next) => {
      const state = states.find(({ page }) => page.name === name);
      if (state) show(response, state, originalUrl);
      else next();
    });
  // a submitted form shows that it is busy, then that the provider did not answer
  app.post(/.*/, async (_request, response) => {
    await pause(busyMs);
    response.sendStatus(502);
  });
  return app;
}
