import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { includesRole, type ConsoleRole } from '../../shared/console/acts.ts';
import {
  mostCounted,
  peopleFilterNames,
  peopleNow,
  quietTimes,
  type IndexState as Index,
  type ListedPerson,
} from '../../shared/console/lists.ts';
import type { ConsoleProps } from '../../shared/console/pages.ts';
import { FormToken } from '../shell/FormToken.tsx';
import type { Filter } from './Filters.tsx';
import { ListPage } from './ListPage.tsx';
import { Empty, Head, Line, Methods, Named, Needs, Panel, State, useNames, When } from './parts.tsx';
import { type Column, Table } from './Table.tsx';
import { classNames } from '../ui/classNames.ts';
import styles from './Console.module.css';
import controls from './Controls.module.css';
import notices from './Notice.module.css';

/** The ways to sign in that people are filtered by. */
const methods = [
  'password',
  'passkey',
  'code',
  'oidc',
  'saml',
  'totp',
  'webauthn',
  'lookup_secret',
  'deviceauthn',
];

const columns: Column<ListedPerson>[] = [
  {
    title: 'console.column.person',
    cell: ({ id, name, address }) => (
      <>
        <a href={`/manage/people/${id}`}>{name}</a>
        {address !== undefined && address !== name && <p className={styles.soft}>{address}</p>}
      </>
    ),
  },
  {
    title: 'console.column.state',
    cell: ({ state }) => (
      <State is={state === 'active' ? 'done' : 'paused'}>
        <Named id="archive.state" value={state} />
      </State>
    ),
  },
  {
    title: 'console.column.address',
    cell: ({ proved }) => (
      <State is={proved ? 'done' : 'off'}>
        <FormattedMessage id={proved ? 'console.proved' : 'console.notProved'} />
      </State>
    ),
  },
  { title: 'console.column.methods', isLess: true, cell: (person) => <Methods of={person.methods} /> },
  {
    title: 'console.fact.signedIn',
    isLess: true,
    cell: ({ signedIn }) =>
      signedIn === undefined ? <FormattedMessage id="console.unknown" /> : <When at={signedIn} />,
  },
];

/** How many people there are, or fit. */
const Count = ({ count }: { count: number }): ReactNode => (
  <FormattedMessage id="console.people.count" values={{ count, most: mostCounted.people }} />
);

/** Says how complete the index is. */
export const IndexState = ({ index }: { index: Index | undefined }): ReactNode => {
  if (!index) return <FormattedMessage id="console.index.off" />;
  if (index.isRunning) return <FormattedMessage id="console.index.running" />;
  if (index.finishedAt === undefined) return <FormattedMessage id="console.index.never" />;
  return <FormattedMessage id="console.index.complete" values={{ at: <When at={index.finishedAt} /> }} />;
};

/** The filters of the people that an index knows. */
function useFilters({ filters, schemas }: Pick<ConsoleProps['people'], 'filters' | 'schemas'>): Filter[] {
  const nameOf = useNames();
  const choices: Record<(typeof peopleFilterNames)[number], [room: string, values: readonly string[]]> = {
    state: ['archive.state', ['active', 'inactive']],
    // shown by their own names
    schema: ['', schemas],
    method: ['settings.sessions.method', methods],
    proved: ['console.filter.proved', ['yes', 'no']],
    quiet: ['console.filter.quiet', quietTimes],
    now: ['console.filter.now', peopleNow],
  };
  return peopleFilterNames
    .filter((name) => name !== 'schema' || schemas.length > 1)
    .map((name) => {
      const [room, values] = choices[name];
      return {
        name,
        text: `console.filter.${name}`,
        value: filters[name],
        choices: values.map((value) => [value, nameOf(room, value)]),
      };
    });
}

/** People, found by words and filters. */
export function PeoplePage(props: ConsoleProps['people'] & { role: ConsoleRole }): ReactNode {
  const { role, query, filters, schemas, people, count, lookedThrough, index, ...links } = props;
  const isFiltered = query !== '' || Object.keys(filters).length > 0;
  const mayWrite = includesRole(role, 'write');
  const choices = useFilters({ filters, schemas });
  return (
    <ListPage
      {...links}
      name="people"
      text={count !== undefined && <Count count={count} />}
      action={
        mayWrite ? (
          <a className={controls.primary} href="/manage/invite" data-press="i">
            <FormattedMessage id="console.invite" />
          </a>
        ) : (
          <Needs needed="write" act="console.invite" />
        )
      }
      filters={[
        { name: 'q', text: index ? 'console.people.search' : 'console.people.exactly', value: query },
        ...(index ? choices : []),
      ]}
      rows={people}
      columns={columns}
      empty={noPeople(isFiltered, index)}
      note={
        lookedThrough !== undefined && (
          <p className={styles.soft} role="status">
            <FormattedMessage id="console.people.further" values={{ count: lookedThrough }} />
          </p>
        )
      }
    >
      <div className={classNames(controls.actions, styles.soft)}>
        <p>
          <IndexState index={index} />
        </p>
        {index && mayWrite && (
          <form method="post" action="/manage/people/index">
            <FormToken />
            <button className={controls.act}>
              <FormattedMessage id="console.act.rebuildIndex" />
            </button>
          </form>
        )}
      </div>
    </ListPage>
  );
}

/** Why a list of people is empty. */
function noPeople(isFiltered: boolean, index: Index | undefined): string {
  if (!isFiltered) return index ? 'console.people.none' : 'console.index.off';
  return index ? 'console.people.noMatch' : 'console.people.noExactMatch';
}

/** What a text may be: several things, or nothing that is known. */
export const FindPage = ({ query, people, things, hasIndex, isPartial }: ConsoleProps['find']): ReactNode => (
  <>
    <Head title="console.nav.find">
      <span className={styles.quoted}>{query}</span>
    </Head>
    {isPartial && (
      <p className={notices.problem} role="alert">
        <FormattedMessage id="console.find.partial" />
      </p>
    )}
    {people.length > 0 && (
      <Panel id="people" title="console.nav.people" count={people.length}>
        <Table name="console.nav.people" rows={people} columns={columns} />
      </Panel>
    )}
    {things.length > 0 && (
      <Panel id="things" title="console.find.things" count={things.length}>
        <ul className={styles.lines}>
          {things.map(({ kind, name, url }) => (
            <Line
              key={url}
              title={<a href={url}>{name}</a>}
              note={<FormattedMessage id={`console.find.${kind}`} />}
            />
          ))}
        </ul>
      </Panel>
    )}
    {people.length + things.length === 0 && (
      <Panel id="nothing" title="console.find.nothing">
        <p>
          <FormattedMessage id="console.find.searched" />
        </p>
        {!hasIndex && <Empty text="console.index.off" />}
      </Panel>
    )}
    {hasIndex && (
      <p>
        <a href={`/manage/people?q=${encodeURIComponent(query.slice(0, 200))}`}>
          <FormattedMessage id="console.find.all" />
        </a>
      </p>
    )}
  </>
);
