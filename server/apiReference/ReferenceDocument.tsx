import type { ReactElement } from 'react';
import type { IntlShape } from 'react-intl';
import type { AssetManifest } from '../render/assets.ts';
import { favicon } from '../render/favicon.ts';
import { PageFooter } from '../render/shell.tsx';
import type { PageContext } from '../../shared/page.ts';

interface ReferenceDocumentProps {
  context: PageContext;
  intl: IntlShape;
  assets: Pick<AssetManifest, 'styles' | 'favicon'>;
  /** The rendered reference, as HTML. */
  reference: string;
}

/** The reference as a document, with the footer of every page and the language menu. */
export function ReferenceDocument({
  context,
  intl,
  assets,
  reference,
}: ReferenceDocumentProps): ReactElement {
  const { theme } = context;
  return (
    <html lang={intl.locale} data-theme={theme === 'system' ? undefined : theme} data-page="api">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{intl.formatMessage({ id: 'docs.title' })}</title>
        <link rel="icon" href={assets.favicon ?? favicon} />
        <link rel="stylesheet" href={assets.styles} />
        <link rel="stylesheet" href="/docs/api.css" />
        <script type="module" src="/docs/api.js" />
      </head>
      <body>
        <div className="reference" dangerouslySetInnerHTML={{ __html: reference }} />
        <PageFooter context={context} intl={intl} />
      </body>
    </html>
  );
}
