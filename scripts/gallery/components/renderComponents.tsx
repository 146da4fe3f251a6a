import { renderToStaticMarkup } from 'react-dom/server';
import type { IntlShape } from 'react-intl';
import type { AssetManifest } from '../../../server/render/assets.ts';
import type { Theme } from '../../../shared/page.ts';
import { ComponentsPage } from './ComponentsPage.tsx';

/** The path of the page's own stylesheet. */
const stylesheet = '/components.css';

/** The look of the components page. */
interface ComponentsLook {
  intl: IntlShape;
  theme: Theme;
  assets: AssetManifest;
  docstring: (name: string) => string;
}

/** Renders the components page as a document, with every stylesheet of the portal. */
export function renderComponents({ intl, theme, assets, docstring }: ComponentsLook): string {
  const later = Object.values(assets.later).flatMap(({ styles }) => styles);
  const styles = [...new Set([assets.styles, ...later]), stylesheet];
  const page = renderToStaticMarkup(
    <html lang={intl.locale} data-theme={theme === 'system' ? undefined : theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Components</title>
        {styles.map((url) => (
          <link key={url} rel="stylesheet" href={url} />
        ))}
      </head>
      <body>
        <ComponentsPage intl={intl} docstring={docstring} />
      </body>
    </html>,
  );
  return `<!doctype html>${page}`;
}
