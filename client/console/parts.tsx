import type { ComponentProps, ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { actRow, includesRole, type ConsoleAct, type ConsoleRole } from '../../shared/console/acts.ts';
import type { ListLinks } from '../../shared/console/lists.ts';
import type { ConsoleContext } from '../../shared/console/pages.ts';
import { FormToken } from '../shell/FormToken.tsx';
import { HiddenFields } from '../shell/HiddenFields.tsx';
import { usePageContext } from '../shell/PageContext.tsx';
import { classNames } from '../ui/classNames.ts';
import { Glyph } from '../ui/Icon.tsx';
import { consoleIcons } from './consoleIcons.ts';
import { Done } from './Done.tsx';
import styles from './Console.module.css';
import controls from './Controls.module.css';

/** A form that posts, with what tells it from those of all other pages. */
export function PostForm({ children, ...attributes }: ComponentProps<'form'>): ReactNode {
  const { form } = usePageContext() as ConsoleContext;
  return (
    <form method="post" {...attributes}>
      <FormToken />
      <HiddenFields values={{ form }} />
      {children}
    </form>
  );
}

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

/** The head of a page: what it is called, what it is, what can be done there, and what was just done. @param title a catalogue key; `name` itself without one */
export const Head = ({
  title,
  name,
  back,
  action,
  children,
}: {
  title?: string;
  name?: string;
  /** Where it belongs: a catalogue key, or a name itself. */
  back?: { url: string; title?: string; name?: string };
  action?: ReactNode;
  children?: ReactNode;
}): ReactNode => (
  <>
    <header className={styles.head}>
      <div>
        {back && (
          <p className={styles.crumbs}>
            <a href={back.url}>
              {back.title === undefined ? back.name : <FormattedMessage id={back.title} />}
            </a>
          </p>
        )}
        <h1>{title === undefined ? name : <FormattedMessage id={title} values={{ name }} />}</h1>
        {children !== undefined && <p className={styles.soft}>{children}</p>}
      </div>
      {action !== undefined && <p className={controls.actions}>{action}</p>}
    </header>
    <Done />
  </>
);

/** A page that is one card: a question, an answer to an act, or what went wrong. @param back where it came from */
export const Card = ({
  title,
  back,
  children,
}: {
  title: ReactNode;
  back?: { url: string; name: string };
  children: ReactNode;
}): ReactNode => (
  <section className={styles.ask} aria-labelledby="title">
    {back && (
      <p className={styles.crumbs}>
        <a href={back.url}>{back.name}</a>
      </p>
    )}
    <h1 id="title">{title}</h1>
    {children}
  </section>
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

/** A panel that lists things; it says so if there are none, or they could not be read. */
export function ListPanel<Item>({
  id,
  items,
  count = items?.length,
  none,
  off = 'console.notRead',
  action,
  children,
}: {
  id: string;
  items: readonly Item[] | undefined;
  count?: number | undefined;
  none: string;
  off?: string;
  action?: ReactNode;
  children: (item: Item, index: number) => ReactNode;
}): ReactNode {
  const title = `console.person.${id}`;
  return (
    <Panel id={id} title={title} count={count} action={action}>
      {!items && <Empty text={off} />}
      {items?.length === 0 && <Empty text={none} />}
      <ul className={styles.lines}>{items?.map(children)}</ul>
    </Panel>
  );
}

/** A thing in a list: what it is, what tells it from its namesake, and what can be done with it. */
export const Line = ({
  icon,
  title,
  note,
  children,
}: {
  icon?: ReactNode;
  title: ReactNode;
  note?: ReactNode;
  children?: ReactNode;
}): ReactNode => (
  <li>
    {icon}
    <div>
      <p className={styles.strong}>{title}</p>
      {note !== undefined && <p className={styles.soft}>{note}</p>}
    </div>
    {children}
  </li>
);

/** A fact with the catalogue's name for it. */
export const fact = (name: string, value: ReactNode): [ReactNode, ReactNode] => [
  <FormattedMessage key={name} id={`console.fact.${name}`} />,
  value,
];

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

/** A value as people read it: a truth is yes or no. */
export const Value = ({ text }: { text: string }): ReactNode =>
  text === 'true' || text === 'false' ? <FormattedMessage id={`console.edit.${text}`} /> : text;

/** A date with its time. */
export function When({ at }: { at: string | number }): ReactNode {
  const { formatDate } = useIntl();
  // a provider may give any text
  if (Number.isNaN(new Date(at).getTime())) return at;
  return <time dateTime={new Date(at).toISOString()}>{formatDate(at, namedTime)}</time>;
}

/** Says who may do what somebody may not. @param act a catalogue key */
export function Needs({ needed, act }: { needed: ConsoleRole; act: string }): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <span className={styles.needs}>
      <FormattedMessage id={`console.needs.${needed}`} values={{ act: formatMessage({ id: act }) }} />
    </span>
  );
}

/** The link to an act's page, which asks; whoever may not do it reads who may. */
export function ActLink({
  act,
  url,
  role,
  least = 'read',
  label,
  isButton = false,
}: {
  act: ConsoleAct;
  url: string;
  role: ConsoleRole;
  /** The role that its target asks for, if that is more than the act's. */
  least?: ConsoleRole | undefined;
  /** What tells it from the same act on something else, for a screen reader. */
  label?: string | undefined;
  /** Whether it is what to do next, and looks so. */
  isButton?: boolean;
}): ReactNode {
  const { formatMessage } = useIntl();
  const { role: own, ends } = actRow(act);
  const needed = includesRole(own, least) ? own : least;
  const name = formatMessage({ id: `console.act.${act}` });
  if (!includesRole(role, needed)) return <Needs needed={needed} act={`console.act.${act}`} />;
  return (
    <a
      className={classNames(isButton ? controls.button : controls.act, ends && controls.ends)}
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
    <nav className={controls.actions}>
      {firstUrl !== undefined && (
        <a className={controls.button} href={firstUrl} rel="prev">
          <FormattedMessage id="console.list.first" />
        </a>
      )}
      {nextUrl !== undefined && (
        <a className={controls.button} href={nextUrl} rel="next">
          <FormattedMessage id="console.list.next" />
        </a>
      )}
    </nav>
  );

/** Returns what names a provider's value: a text of the catalogue if it has one, else the value itself. */
export function useNames(): (id: string, value: string) => string {
  const { formatMessage, messages } = useIntl();
  return (id, value) => {
    const key = `${id}.${value}`;
    return key in messages ? formatMessage({ id: key }) : value;
  };
}

/** The names of ways to sign in. */
export function Methods({ of: kinds }: { of: readonly string[] }): ReactNode {
  const nameOf = useNames();
  return kinds.map((kind) => nameOf('settings.sessions.method', kind)).join(', ');
}

/** The name of a provider's value. */
export const Named = ({ id, value }: { id: string; value: string }): ReactNode => useNames()(id, value);
