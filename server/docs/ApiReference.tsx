import { Fragment, type ReactElement } from 'react';
import type { IntlShape } from 'react-intl';
import { upstreamSettings, type Operation, type Parameter, type Upstream } from '../operations/operation.ts';

export interface ApiReferenceProps {
  intl: IntlShape;
  operations: readonly Operation[];
  /** Whether an upstream is configured; operations of the others answer 501. */
  configured: (upstream: Upstream) => boolean;
}

function ParameterItem({ intl, parameter }: { intl: IntlShape; parameter: Parameter }): ReactElement {
  const { name, in: place, type, required, values } = parameter;
  const facts = [place, type, ...(required ? [intl.formatMessage({ id: 'docs.required' })] : [])];
  return (
    <li>
      <code>{name}</code> <span className="soft">{facts.join(', ')}</span>
      {values && <span className="soft">: {values.filter(Boolean).join(' | ')}</span>}
    </li>
  );
}

/** A path that may wrap only before a slash. */
function Path({ path }: { path: string }): ReactElement {
  const segments = path.slice(1).split('/');
  return (
    <>
      {segments.map((segment, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}/{segment}
        </Fragment>
      ))}
    </>
  );
}

function OperationRow({
  intl,
  operation: row,
  configured,
}: Omit<ApiReferenceProps, 'operations'> & { operation: Operation }): ReactElement {
  const { operation, method, path, access, upstream, parameters, body } = row;
  return (
    <tr id={operation}>
      <th scope="row">
        <a href={`#${operation}`}>
          <code>{operation}</code>
        </a>
      </th>
      <td>
        <code>
          <span className="method">{method}</span> <Path path={path} />
        </code>
        {!configured(upstream) && (
          <div className="soft">
            {intl.formatMessage({ id: 'docs.notConfigured' }, { setting: upstreamSettings[upstream] })}
          </div>
        )}
      </td>
      <td>{intl.formatMessage({ id: `docs.access.${access}` })}</td>
      <td>
        <ul>
          {parameters.map((parameter) => (
            <ParameterItem key={parameter.in + parameter.name} intl={intl} parameter={parameter} />
          ))}
          {body && (
            <li>
              <code>{body.argument}</code>{' '}
              <span className="soft">
                {[
                  ...body.types,
                  ...(body.required ? [intl.formatMessage({ id: 'docs.required' })] : []),
                ].join(', ')}
              </span>
            </li>
          )}
        </ul>
      </td>
    </tr>
  );
}

const columns = ['operation', 'request', 'access', 'parameters'] as const;

/** All operations of the catalogue by API: name, method and path, access, parameters. */
export function ApiReference({ intl, operations, configured }: ApiReferenceProps): ReactElement {
  const apis = [...Map.groupBy(operations, ({ api }) => api)];
  return (
    <main className="reference">
      <h1>{intl.formatMessage({ id: 'docs.title' })}</h1>
      <p>{intl.formatMessage({ id: 'docs.intro' })}</p>
      <nav aria-label={intl.formatMessage({ id: 'docs.contents' })}>
        <ul>
          {apis.map(([api]) => (
            <li key={api}>
              <a href={`#api-${api}`}>{api}</a>
            </li>
          ))}
        </ul>
      </nav>
      {apis.map(([api, rows]) => (
        <section key={api}>
          <h2 id={`api-${api}`}>{api}</h2>
          {/* a region that scrolls must be reachable by keyboard */}
          <div className="scroll" role="region" aria-labelledby={`api-${api}`} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  {columns.map((column) => (
                    <th key={column} scope="col">
                      {intl.formatMessage({ id: `docs.${column}` })}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((operation) => (
                  <OperationRow
                    key={operation.operation}
                    intl={intl}
                    operation={operation}
                    configured={configured}
                  />
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ))}
    </main>
  );
}
