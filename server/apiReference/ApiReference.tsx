import type { ReactElement } from 'react';
import type { IntlShape } from 'react-intl';
import type { Operation } from '../operations/catalogue.ts';
import type { Upstream } from '../operations/operation.ts';
import { Mark } from '../render/shell.tsx';
import { OperationEntry } from './OperationEntry.tsx';

/** The props of the API reference. */
export interface ApiReferenceProps {
  intl: IntlShape;
  product: string;
  operations: readonly Operation[];
  /** Whether an upstream is configured; operations of the others answer 501. */
  configured: (upstream: Upstream) => boolean;
}

function Header({ intl, product }: Pick<ApiReferenceProps, 'intl' | 'product'>): ReactElement {
  return (
    <header>
      <a href="/" className="brand">
        <Mark />
        <strong>{product}</strong> <span className="soft">{intl.formatMessage({ id: 'nav.title' })}</span>
      </a>
    </header>
  );
}

/** The search field, which needs scripts: without them, use the browser's own search on unfolded groups. */
function Search({ intl }: Pick<ApiReferenceProps, 'intl'>): ReactElement {
  return (
    <div role="search" hidden data-scripted="">
      <label htmlFor="search">{intl.formatMessage({ id: 'docs.search' })}</label>
      <p id="search-hint" className="soft">
        {intl.formatMessage({ id: 'docs.searchHint' })}
      </p>
      <input id="search" type="search" autoComplete="off" spellCheck={false} aria-describedby="search-hint" />
      <p
        id="found"
        role="status"
        className="soft"
        data-text={intl.formatMessage({ id: 'docs.found' }, { count: '{count}' })}
      />
    </div>
  );
}

/**
 * All operations of the catalogue, in a collapsible group for each API, with search and copy buttons for browsers
 * with scripts.
 */
export function ApiReference({ intl, product, operations, configured }: ApiReferenceProps): ReactElement {
  const apis = [...Map.groupBy(operations, ({ api }) => api)];
  return (
    <>
      <a className="skip" href="#main">
        {intl.formatMessage({ id: 'nav.skip' })}
      </a>
      <Header intl={intl} product={product} />
      <main id="main" tabIndex={-1}>
        <div>
          <h1>{intl.formatMessage({ id: 'docs.title' })}</h1>
          <p className="intro">{intl.formatMessage({ id: 'docs.intro' })}</p>
        </div>
        <nav aria-label={intl.formatMessage({ id: 'docs.contents' })}>
          <ul>
            {apis.map(([api, rows]) => (
              <li key={api}>
                <a href={`#api-${api}`}>
                  {api} <span className="soft">{rows.length}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <Search intl={intl} />
          {apis.map(([api, rows]) => (
            <details key={api} open>
              <summary>
                <h2 id={`api-${api}`}>{api}</h2>
              </summary>
              <ul>
                {rows.map((operation) => (
                  <OperationEntry
                    key={operation.operation}
                    intl={intl}
                    operation={operation}
                    configured={configured(operation.upstream)}
                  />
                ))}
              </ul>
            </details>
          ))}
          <p
            id="status"
            role="status"
            data-copied={intl.formatMessage({ id: 'docs.copied' })}
            data-not-copied={intl.formatMessage({ id: 'docs.notCopied' })}
          />
        </div>
      </main>
    </>
  );
}
