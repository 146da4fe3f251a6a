import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Named, When } from './parts.tsx';
import styles from './Console.module.css';
import own from './Lists.module.css';

/** Reads JSON; a text that is none, or was cut off, is itself. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the values in a tree by the names of their places, such as `name.first`; keys may be JSON pointers (RFC 6901). */
function valuesIn(value: unknown, name = ''): [name: string, value: string][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = key.replace(/^\//, '').replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
    return valuesIn(inner, name === '' ? place : `${name}.${place}`);
  });
}

/** Returns what differs, by the names of its places. */
export function differences(
  before: string | undefined,
  after: string | undefined,
): { name: string; before?: string; after?: string }[] {
  const [was, is] = [before, after].map((text) => new Map(text === undefined ? [] : valuesIn(parsed(text))));
  return [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].flatMap((name) => {
    const [old, now] = [was?.get(name), is?.get(name)];
    if (old === now) return [];
    return [{ name, ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) }];
  });
}

/** The rooms of the catalogue that may know what is called by a name. */
const rooms = ['trait', 'console.column', 'console.fact', 'console.filter'];

const Name = ({ name }: { name: string }): ReactNode => {
  const { messages } = useIntl();
  const room = rooms.find((one) => `${one}.${name}` in messages);
  return room === undefined ? <code>{name}</code> : <FormattedMessage id={`${room}.${name}`} />;
};

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);

const Value = ({ name, value }: { name: string; value: string }): ReactNode => {
  if (isTime(value)) return <When at={value} />;
  if (name === 'state') return <Named id="archive.state" value={value} />;
  if (name === 'credential') return <Named id="settings.sessions.method" value={value} />;
  return value;
};

/** What an act has changed, a line for each value. */
export function Difference({
  before,
  after,
}: {
  before?: string | undefined;
  after?: string | undefined;
}): ReactNode {
  const changes = differences(before, after);
  if (changes.length === 0) return null;
  return (
    <dl className={own.changes}>
      {changes.map(({ name, before: was, after: is }) => (
        <div key={name}>
          <dt>{name !== '' && <Name name={name} />}</dt>
          <dd className={styles.difference}>
            {was !== undefined && (
              <del>
                <Value name={name} value={was} />
              </del>
            )}
            {is !== undefined && (
              <ins>
                <Value name={name} value={is} />
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
