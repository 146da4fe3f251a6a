import { renderToStaticMarkup } from 'react-dom/server';
import { ConsoleDocument } from '../../client/console/ConsoleDocument.tsx';
import type { ConsoleContext, ConsolePage } from '../../shared/console/pages.ts';
import type { AssetManifest } from './assets.ts';
import { favicon } from './favicon.ts';
import type { Texts } from './texts.ts';

/** Renders a page of the console to a whole HTML document. */
export type RenderConsole = (page: ConsolePage, context: ConsoleContext, nonce: string) => string;

/** Creates the renderer of the console: no code of its pages reaches the browser, only what they show. */
export const renderConsole =
  ({ assets, texts }: { assets: AssetManifest; texts: Texts }): RenderConsole =>
  (page, context, nonce) => {
    const intl = texts.formatter(context.locale, context.region);
    const files = { ...assets, favicon: assets.favicon ?? favicon };
    return `<!doctype html>${renderToStaticMarkup(
      <ConsoleDocument page={page} context={context} intl={intl} assets={files} nonce={nonce} />,
    )}`;
  };
