import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  actRow,
  includesRole,
  type ConsoleAct,
  type ConsoleRole,
  type ListLinks,
} from '../../shared/console.ts';
import { classNames } from '../ui/classNames.ts';
import { Glyph } from '../ui/Icon.tsx';
import { consoleIcons } from './consoleIcons.ts';
import styles from './Console.module.css';

/** A state as a shape and a word. */
export const State = ({
  is,
  children,
}: {
  is: 'done' | 'off' | 'paused' | 'wait' | 'wrong';
  children: ReactNode;
}): ReactNode => (
  <span className={classNames(styles.state, styles[is])}>
    <Glyph path={consoleIcons[is]} />
    <span>{children}</span>
  </span>
);

/** The head of a page: what it is called, what it is, and what can be done there. @param title a catalogue key, or `name` itself */
export const Head = ({
  title,
  name,
  back,
  action,
  children,
}: {
  title?: string;
  name?: string;
  back?: { url: string; title: string };
  action?: ReactNode;
  children?: ReactNode;
}): ReactNode => (
  <header className={styles.head}>
    <div>
      {back && (
        <p className={styles.crumbs}>
          <a href={back.url}>
            <FormattedMessage id={back.title} />
          </a>
        </p>
      )}
      <h1>{title === undefined ? name : <FormattedMessage id={title} />}</h1>
      {children !== undefined && <p>{children}</p>}
    </div>
    {action !== undefined && <p className={styles.actions}>{action}</p>}
  </header>
);

/** A panel with a heading. @param isWhole whether the heading is the page's own, and so is not seen twice @param count how many things it lists @param action what can be done with all of them */
export const Panel = ({
  id,
  title,
  count,
  action,
  isWhole,
  children,
}: {
  id: string;
  title: string;
  isWhole?: boolean;
  count?: number | undefined;
  action?: ReactNode;
  children: ReactNode;
}): ReactNode => (
  <section className={styles.panel} id={id} aria-labelledby={`${id}-title`}>
    {isWhole ? (
      <h2 id={`${id}-title`} className={styles.hidden}>
        <FormattedMessage id={title} />
      </h2>
    ) : (
      <header>
        <h2 id={`${id}-title`}>
          <FormattedMessage id={title} />
          {count !== undefined && <span className={styles.count}> {count}</span>}
        </h2>
        {action}
      </header>
    )}
    {children}
  </section>
);

/** Says why a list is empty, or could not be read. */
export const Empty = ({ text }: { text: string }): ReactNode => (
  <p className={styles.empty}>
    <FormattedMessage id={text} />
  </p>
);

/** Facts as names and values. */
export const Facts = ({ rows }: { rows: [name: ReactNode, value: ReactNode][] }): ReactNode => (
  <dl className={styles.facts}>
    {rows
      .filter(([, value]) => value !== undefined && value !== false)
      .map(([name, value], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

/** A time that names its zone: the server does not know the reader's. The script writes it in theirs. */
export const namedTime = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

/** A date with its time. */
export function When({ at }: { at: string | number }): ReactNode {
  const { formatDate } = useIntl();
  // a provider may give any text
  if (Number.isNaN(new Date(at).getTime())) return at;
  return <time dateTime={new Date(at).toISOString()}>{formatDate(at, namedTime)}</time>;
}

/** The link to an act's page, which asks; whoever may not do it reads who may. */
export function ActLink({
  act,
  url,
  role,
  least = 'read',
  label,
}: {
  act: ConsoleAct;
  url: string;
  role: ConsoleRole;
  /** The role that its target asks for, if that is more than the act's. */
  least?: ConsoleRole | undefined;
  /** What tells it from the same act on something else, for a screen reader. */
  label?: string | undefined;
}): ReactNode {
  const { formatMessage } = useIntl();
  const { role: own, ends } = actRow(act);
  const needed = includesRole(own, least) ? own : least;
  const name = formatMessage({ id: `console.act.${act}` });
  if (!includesRole(role, needed))
    return (
      <span className={styles.needs}>
        <FormattedMessage id={`console.needs.${needed}`} values={{ act: name }} />
      </span>
    );
  return (
    <a
      className={classNames(styles.act, ends && styles.ends)}
      href={url}
      data-act={act}
      aria-label={label === undefined ? undefined : `${name}: ${label}`}
    >
      {name}…
    </a>
  );
}

/** Links to the pages of a list before and after one. */
export const Pager = ({ nextUrl, firstUrl }: ListLinks): ReactNode =>
  (nextUrl ?? firstUrl) !== undefined && (
    <nav className={styles.pager}>
      {firstUrl !== undefined && (
        <a className={styles.button} href={firstUrl} rel="prev">
          <FormattedMessage id="console.list.first" />
        </a>
      )}
      {nextUrl !== undefined && (
        <a className={styles.button} href={nextUrl} rel="next">
          <FormattedMessage id="console.list.next" />
        </a>
      )}
    </nav>
  );

/** A table whose rows become cards where there is no room; each cell names its column. */
export function Table<Row extends { id: string }>({
  name,
  columns,
  rows,
}: {
  /** What it lists: the catalogue key of its caption. */
  name: string;
  columns: { title: string; cell: (row: Row) => ReactNode; isLess?: true }[];
  rows: readonly Row[];
}): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <table className={styles.table}>
      <caption className={styles.hidden}>
        <FormattedMessage id={name} />
      </caption>
      <thead>
        <tr>
          {columns.map(({ title, isLess }) => (
            <th key={title} scope="col" className={isLess && styles.less}>
              <FormattedMessage id={title} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map(({ title, cell, isLess }) => (
              <td key={title} data-label={formatMessage({ id: title })} className={isLess && styles.less}>
                <div>{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns what names a provider's value: a text of the catalogue if it has one, else the value itself. */
export function useNames(): (id: string, value: string) => string {
  const { formatMessage, messages } = useIntl();
  return (id, value) => {
    const key = `${id}.${value}`;
    return key in messages ? formatMessage({ id: key }) : value;
  };
}

/** The name of a provider's value. */
export const Named = ({ id, value }: { id: string; value: string }): ReactNode => useNames()(id, value);
