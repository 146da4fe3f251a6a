import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { activityGroups } from '../../shared/activity.ts';
import { activitySentence, adminActions } from '../../shared/activitySentence.ts';
import { applicationActs, otherActs, outcomes, personActs } from '../../shared/console/acts.ts';
import type { LogFilterName, LogLine } from '../../shared/console/lists.ts';
import type { ConsoleProps } from '../../shared/console/pages.ts';
import { Filters, type Choice, type Filter } from './Filters.tsx';
import { allWith, LogLines, operationText } from './LogLines.tsx';
import { Empty, Facts, Head, Pager, Panel } from './parts.tsx';
import { classNames } from '../ui/classNames.ts';
import styles from './Console.module.css';
import controls from './Controls.module.css';
import list from './Filters.module.css';

const operations = [personActs, applicationActs, adminActions].flatMap(Object.keys).concat(otherActs);

/** The command that verifies the chain of acts, and that a noted hash is in it. */
const verify = 'npm run audit:verify -- <hash>';

/** What the log can be filtered by: whom, when, what happened and how it ended, from where. */
function useFilters(filters: ConsoleProps['log']['filters'], usualFrom: string): [Filter, ...Filter[]] {
  const intl = useIntl();
  const text = (id: string): string => intl.formatMessage({ id });
  const field = (name: LogFilterName): Filter => ({
    name,
    text: `console.filter.${name}`,
    value: filters[name],
  });
  const time = (name: 'from' | 'to'): Filter => ({
    ...field(name),
    type: filters[name]?.includes('T') ? 'datetime-local' : 'date',
    isUsual: name === 'from' && filters.from === usualFrom,
  });
  const ofKind = (kind: string): Choice => [kind, text(`console.log.kind.${kind}`)];
  const kinds = Object.entries(activityGroups).map(([group, members]) => {
    const all = ofKind(group);
    return {
      title: all[1],
      choices: [all, ...members.map((kind): Choice => [kind, activitySentence(intl, { kind, about: {} })])],
    };
  });
  const known = operations.map((name): Choice => {
    const what = operationText(intl, name) ?? '';
    return [name, intl.formatMessage({ id: 'console.log.operation' }, { what, name })];
  });
  const { operation } = filters;
  const other = operation !== undefined && !operations.includes(operation);
  return [
    field('person'),
    field('actor'),
    time('from'),
    time('to'),
    { ...field('kind'), choices: [ofKind('acts')], groups: kinds },
    { ...field('operation'), choices: other ? [...known, [operation, operation]] : known },
    { ...field('outcome'), choices: outcomes.map((name) => [name, text(`console.outcome.${name}`)]) },
    field('address'),
    field('request'),
  ];
}

/** What happened to accounts, and what administrators did. */
export function LogPage(props: ConsoleProps['log']): ReactNode {
  const { lines, isOne, filters, usualFrom, found, chain, exports } = props;
  const fields = useFilters(filters, usualFrom);
  const [first] = lines ?? [];
  if (isOne && first) return <Line line={first} />;
  return (
    <>
      <Head
        title="console.nav.log"
        action={
          <>
            <a className={controls.button} href={exports.csv}>
              <FormattedMessage id="console.log.csv" />
            </a>
            <a className={controls.button} href={exports.jsonl}>
              <FormattedMessage id="console.log.jsonl" />
            </a>
          </>
        }
      >
        <FormattedMessage id="console.log.text" />
      </Head>
      <Filters url="/manage/log" fields={fields} />
      {found.length > 0 && (
        <p className={classNames(styles.about, list.loose)}>
          {found.map(({ name, url }) => (
            <span key={url}>
              <a href={url}>{name}</a>
            </span>
          ))}
        </p>
      )}
      <Panel id="log" title="console.nav.log" isWhole>
        {!lines && <Empty text="console.notRead" />}
        {lines?.length === 0 && <Empty text="console.log.noMatch" />}
        {lines && <LogLines lines={lines} urlOf={allWith} />}
        <Pager {...props} />
      </Panel>
      {chain && chain.count > 0 && (
        <p className={classNames(styles.soft, list.loose)}>
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
