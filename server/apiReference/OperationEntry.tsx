import { Fragment, type ReactElement } from 'react';
import type { IntlShape } from 'react-intl';
import type { Operation } from '../operations/catalogue.ts';
import { upstreamSettings, type EnumeratedField, type Parameter } from '../operations/operation.ts';
import { clientSnippet, curlSnippet } from './snippets.ts';

/** The props of an operation's entry in the API reference. */
export interface OperationEntryProps {
  intl: IntlShape;
  operation: Operation;
  /** Whether the operation's upstream is configured; otherwise it answers 501. */
  configured: boolean;
}

/** A path that only wraps before a slash. */
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

/** The enumerated fields of one document, the body or the answer. */
function Fields({ label, fields }: { label: string; fields: readonly EnumeratedField[] }) {
  if (fields.length === 0) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <ul>
          {fields.map(({ name, values }) => (
            <li key={name}>
              <code>{name}</code>
              <span className="soft">: {values.join(' | ')}</span>
            </li>
          ))}
        </ul>
      </dd>
    </>
  );
}

function Parameters({ intl, operation: { parameters, body } }: Omit<OperationEntryProps, 'configured'>) {
  if (parameters.length === 0 && !body) return null;
  const required = body?.required ? [intl.formatMessage({ id: 'docs.required' })] : [];
  return (
    <>
      <dt>{intl.formatMessage({ id: 'docs.parameters' })}</dt>
      <dd>
        <ul>
          {parameters.map((parameter) => (
            <ParameterItem key={parameter.in + parameter.name} intl={intl} parameter={parameter} />
          ))}
          {body && (
            <li>
              <code>{body.argument}</code>{' '}
              <span className="soft">{[...body.types, ...required].join(', ')}</span>
            </li>
          )}
        </ul>
      </dd>
    </>
  );
}

/** The buttons that copy a call, which need scripts; each is labelled with its own text and the operation's name. */
function Copies({ intl, operation }: Omit<OperationEntryProps, 'configured'>): ReactElement {
  const texts = { curl: curlSnippet(operation), '@ory/client': clientSnippet(operation) };
  return (
    <p className="copies" hidden data-scripted="">
      {Object.entries(texts).map(([client, text]) => {
        const id = `${operation.operation}-${client.replace(/\W/g, '')}`;
        return (
          text !== undefined && (
            <button
              key={id}
              id={id}
              type="button"
              data-copy={text}
              aria-labelledby={`${id} ${operation.operation}-name`}
            >
              {intl.formatMessage({ id: 'docs.copyClient' }, { client })}
            </button>
          )
        );
      })}
    </p>
  );
}

/** One operation: its name with an anchor, its request, who may call it, its parameters. */
export function OperationEntry({ intl, operation: row, configured }: OperationEntryProps): ReactElement {
  const { operation, method, path, access, upstream, parameters, fields = [] } = row;
  const fieldsIn = (place: EnumeratedField['in']) => fields.filter((field) => field.in === place);
  const searched = [operation, method, path, ...parameters.map(({ name }) => name)].join(' ');
  return (
    <li id={operation} className="operation" data-operation={searched}>
      <h3 id={`${operation}-name`}>
        <a href={`#${operation}`}>
          <code>{operation}</code>
        </a>
      </h3>
      <p className="request">
        <code>
          <span className="method">{method}</span> <Path path={path} />
        </code>
      </p>
      {!configured && (
        <p className="soft">
          {intl.formatMessage({ id: 'docs.notConfigured' }, { setting: upstreamSettings[upstream] })}
        </p>
      )}
      <dl>
        <dt>{intl.formatMessage({ id: 'docs.access' })}</dt>
        <dd>{intl.formatMessage({ id: `docs.access.${access}` })}</dd>
        <Parameters intl={intl} operation={row} />
        <Fields label={intl.formatMessage({ id: 'docs.bodyFields' })} fields={fieldsIn('body')} />
        <Fields label={intl.formatMessage({ id: 'docs.answerFields' })} fields={fieldsIn('answer')} />
      </dl>
      <Copies intl={intl} operation={row} />
    </li>
  );
}
