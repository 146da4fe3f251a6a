import { renderToString } from 'react-dom/server';
import { App } from '../../client/App.tsx';
import { documentTitle } from '../../client/flow/documentTitle.ts';
import type { Page, PageContext } from '../../shared/page.ts';
import { pageRow } from '../../shared/pages.ts';
import type { AssetManifest } from './assets.ts';
import { htmlDocument } from './document.ts';
import { components } from './components.ts';
import { productTexts, type Texts } from './texts.ts';

/**
 * Renders a page to a whole HTML document.
 *
 * @param page the page and its data
 * @param context what every page knows
 * @param options.assets the built assets
 * @param options.nonce the nonce of this answer's scripts
 * @param options.texts the product's own by default
 */
export function renderPage(
  page: Page,
  context: PageContext,
  { assets, nonce, texts = productTexts }: { assets: AssetManifest; nonce: string; texts?: Texts },
): string {
  const intl = texts.formatter(context.locale, context.region);
  const body = renderToString(
    <App page={page} context={context} intl={intl} component={components[page.name]} />,
  );
  const pageJson = JSON.stringify(page);
  const messages = texts.pageMessages(page, pageJson, context);
  const catalogue = assets.catalogues[pageRow(page.name).area][context.locale] ?? '';
  return htmlDocument({
    context,
    title: documentTitle(intl, page, context.product),
    body,
    data: `{"page":${pageJson},"context":${JSON.stringify(context)},"messages":${messages},"catalogue":${JSON.stringify(catalogue)}}`,
    nonce,
    assets,
    later: assets.later[page.name],
  });
}
