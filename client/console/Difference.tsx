import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { namesIn } from '../../shared/jsonPointer.ts';
import { namedValues } from '../../shared/namedValues.ts';
import { Named, Value, When } from './parts.tsx';
import styles from './Difference.module.css';

/** Reads JSON; a text that is none, or was cut off, is itself. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns a key as names have it: it may be a JSON pointer. */
const nameOf = (key: string): string => namesIn(`/${key.replace(/^\//, '')}`).join('.');

/** Returns the values in a text by the names of their places. */
const valuesIn = (text: string | undefined): Map<string, string> =>
  new Map(
    namedValues(text === undefined ? undefined : parsed(text), nameOf).map((one) => [one.name, one.value]),
  );

/** Returns what differs, by the names of its places. */
export function differences(
  before: string | undefined,
  after: string | undefined,
): { name: string; before?: string; after?: string }[] {
  const [was, is] = [valuesIn(before), valuesIn(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [old, now] = [was.get(name), is.get(name)];
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

const Changed = ({ name, value }: { name: string; value: string }): ReactNode => {
  if (isTime(value)) return <When at={value} />;
  if (name === 'state') return <Named id="archive.state" value={value} />;
  if (name === 'credential') return <Named id="settings.sessions.method" value={value} />;
  return <Value text={value} />;
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
    <dl className={styles.changes}>
      {changes.map(({ name, before: was, after: is }) => (
        <div key={name}>
          <dt>{name !== '' && <Name name={name} />}</dt>
          <dd className={styles.difference}>
            {was !== undefined && (
              <del>
                <Changed name={name} value={was} />
              </del>
            )}
            {is !== undefined && (
              <ins>
                <Changed name={name} value={is} />
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
