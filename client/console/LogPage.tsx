import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import {
  applicationActs,
  logKinds,
  otherActs,
  personActs,
  type ConsoleProps,
  type LogFilterName,
  type LogLine,
} from '../../shared/console.ts';
import { FilterChoice, FilterField, Filters } from './Filters.tsx';
import { LogLines } from './LogLines.tsx';
import { Empty, Facts, Head, Pager, Panel } from './parts.tsx';
import styles from './Console.module.css';

const operations = [...Object.keys(personActs), ...Object.keys(applicationActs), ...otherActs];

/** The command that verifies the chain of acts, and that a noted hash is in it. */
const verify = 'npm run audit:verify -- <hash>';

/** Returns the address of all lines that have a value, at any time. */
const allWith = (name: LogFilterName, value: string): string =>
  `/manage/log?from=&${name}=${encodeURIComponent(value)}`;

/** What happened to accounts, and what administrators did. */
export function LogPage(props: ConsoleProps['log']): ReactNode {
  const { lines, isOne, filters, names, chain, exports } = props;
  const [first] = lines ?? [];
  if (isOne && first) return <Line line={first} />;
  return (
    <>
      <Head
        title="console.nav.log"
        action={
          <>
            <a className={styles.button} href={exports.csv}>
              <FormattedMessage id="console.log.csv" />
            </a>
            <a className={styles.button} href={exports.jsonl}>
              <FormattedMessage id="console.log.jsonl" />
            </a>
          </>
        }
      >
        <FormattedMessage id="console.log.text" />
      </Head>
      <Filters clearUrl="/manage/log">
        <FilterField name="person" text="console.filter.person" value={filters.person} />
        <FilterField name="actor" text="console.filter.actor" value={filters.actor} />
        <FilterField name="from" type="date" text="console.filter.from" value={filters.from} />
        <FilterField name="to" type="date" text="console.filter.to" value={filters.to} />
        <FilterChoice
          name="kind"
          text="console.filter.kind"
          value={filters.kind}
          choices={logKinds}
          choiceText="console.log.kind"
        />
        <FilterField
          name="operation"
          text="console.filter.operation"
          value={filters.operation}
          choices={operations}
        />
        {(['address', 'request'] as const).map(
          (name) =>
            filters[name] !== undefined && (
              <FilterField key={name} name={name} text={`console.filter.${name}`} value={filters[name]} />
            ),
        )}
      </Filters>
      {(names.person ?? names.actor) !== undefined && (
        <p className={styles.strong}>{[names.person, names.actor].filter(Boolean).join(' · ')}</p>
      )}
      <Panel id="log" title="console.nav.log" isWhole>
        {!lines && <Empty text="console.notRead" />}
        {lines?.length === 0 && (
          <Empty text={props.nextUrl === undefined ? 'console.log.noMatch' : 'console.log.further'} />
        )}
        {lines && <LogLines lines={lines} urlOf={allWith} />}
        <Pager {...props} />
      </Panel>
      {chain && chain.count > 0 && (
        <p className={styles.soft}>
          <FormattedMessage
            id="console.log.chain"
            values={{ count: chain.count, hash: <code>{chain.hash}</code>, command: <code>{verify}</code> }}
          />
        </p>
      )}
    </>
  );
}

/** One line, with everything that is known of it, and what leads on from there. */
function Line({ line }: { line: LogLine }): ReactNode {
  const { id, actor, target, about, request, operation, hash, more = [] } = line;
  const row = (name: LogFilterName, value: string | undefined): [ReactNode, ReactNode] => [
    <FormattedMessage key={name} id={`console.filter.${name}`} />,
    value !== undefined && (
      <>
        <code>{value}</code>{' '}
        <a href={allWith(name, value)}>
          <FormattedMessage id={`console.log.allOf.${name}`} />
        </a>
      </>
    ),
  ];
  return (
    <>
      <Head title="console.log.one" back={{ url: '/manage/log', title: 'console.nav.log' }}>
        <code data-copy>{id}</code>
      </Head>
      <Panel id="line" title="console.log.what">
        <LogLines lines={[line]} urlOf={allWith} />
        <Facts
          rows={[
            row('person', target),
            row('actor', actor),
            row('operation', operation),
            row('address', about?.from),
            row('request', request),
            ...more.map(({ name, value }): [ReactNode, ReactNode] => [
              <code key={name}>{name}</code>,
              <code key={name}>{value}</code>,
            ]),
            [
              <FormattedMessage key="hash" id="console.log.hash" />,
              hash !== undefined && <code>{hash}</code>,
            ],
          ]}
        />
      </Panel>
    </>
  );
}
