import { renderToString } from 'react-dom/server';
import { App } from '../../client/App.tsx';
import { documentTitle } from '../../client/flow/documentTitle.ts';
import type { Page, PageContext } from '../../shared/page.ts';
import { laterScript, pageRow, textGroup } from '../../shared/pages.ts';
import type { AssetManifest } from './assets.ts';
import { htmlDocument } from './document.ts';
import { components } from './components.ts';
import { renderShell } from './shell.tsx';
import { productTexts, type Texts } from './texts.ts';

/**
 * Renders a page to a whole HTML document.
 *
 * @param options.texts the product's own by default
 */
export function renderPage(
  page: Page,
  visit: PageContext,
  { assets, nonce, texts = productTexts }: { assets: AssetManifest; nonce: string; texts?: Texts },
): string {
  const context = { ...visit, pageTitle: pageRow(page.name).title };
  const intl = texts.formatter(context.locale, context.region);
  const content = renderToString(
    <App page={page} context={context} intl={intl} component={components[page.name]} />,
  );
  const textUrl = assets.texts[textGroup(page.name)][context.locale] ?? '';
  const { customerPortalUrl, ...more } = context;
  const data = {
    page,
    // of the browser's pages, only the home page has the link
    context: page.name === 'home' ? { customerPortalUrl, ...more } : more,
    later: laterScript(page.name),
    texts: textUrl,
  };
  return htmlDocument({
    page,
    context,
    title: documentTitle(intl, page, context),
    body: renderShell(page.name, content, { context, intl }),
    data: JSON.stringify(data),
    nonce,
    assets,
    later: assets.later[page.name],
    texts: textUrl,
  });
}
