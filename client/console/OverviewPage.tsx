import type { ReactNode } from 'react';
import { FormattedMessage, FormattedNumber } from 'react-intl';
import { mostCounted, type Counted } from '../../shared/console/lists.ts';
import type { ConsoleProps } from '../../shared/console/pages.ts';
import { LogLines } from './LogLines.tsx';
import { Empty, Head, Line, Panel, State } from './parts.tsx';
import { IndexState } from './PeoplePage.tsx';
import styles from './Console.module.css';
import controls from './Controls.module.css';
import own from './Overview.module.css';

/** A number that leads to the list of what it counts. */
const Figure = ({
  text,
  url,
  count,
  most,
  more,
}: { text: string; most?: number; more?: ReactNode } & Counted): ReactNode => (
  <div>
    <dt>
      <FormattedMessage id={text} />
    </dt>
    <dd>
      <a href={url}>
        {most === undefined ? (
          <FormattedNumber value={count} />
        ) : (
          <FormattedMessage id="console.count" values={{ count, most }} />
        )}
      </a>
    </dd>
    {more !== undefined && <dd>{more}</dd>}
  </div>
);

/** How it stands: numbers that lead to their lists, the servers, and what was done last. */
export function OverviewPage(props: ConsoleProps['overview']): ReactNode {
  const { events, mails, upstreams, deletions, acts, actsUrl, index } = props;
  return (
    <>
      <Head title="console.nav.overview">
        <FormattedMessage id="console.overview.day" />
      </Head>
      {!events && <Empty text="console.overview.notCounted" />}
      <dl className={own.figures}>
        {events?.map(({ kind, day, week }) => (
          <Figure
            key={kind}
            {...day}
            text={`console.overview.${kind}`}
            more={
              <a href={week.url}>
                <FormattedMessage id="console.overview.week" values={{ count: week.count }} />
              </a>
            }
          />
        ))}
        {mails && (
          <>
            <Figure {...mails.queued} text="console.overview.queued" most={mostCounted.mails} />
            <Figure {...mails.abandoned} text="console.overview.abandoned" most={mostCounted.mails} />
          </>
        )}
        {deletions && (
          <Figure
            {...deletions}
            text="console.overview.deletions"
            most={mostCounted.people}
            more={
              deletions.overdue > 0 && (
                <FormattedMessage id="console.overview.overdue" values={{ count: deletions.overdue }} />
              )
            }
          />
        )}
        {index && (
          <Figure
            text="console.nav.people"
            url="/manage/people"
            count={index.people}
            most={mostCounted.people}
          />
        )}
      </dl>
      {!mails && <Empty text="console.overview.noMails" />}
      <div className={styles.split}>
        <Panel
          id="acts"
          title="console.overview.acts"
          action={
            <a className={controls.act} href={actsUrl}>
              <FormattedMessage id="console.nav.log" />
            </a>
          }
        >
          {!acts && <Empty text="console.notRead" />}
          {acts?.length === 0 && <Empty text="console.log.none" />}
          {acts && <LogLines lines={acts} />}
        </Panel>
        <Panel id="servers" title="console.overview.servers">
          <ul className={styles.lines}>
            {upstreams.map(({ name, isReady, version }) => (
              <Line key={name} title={<FormattedMessage id={`console.server.${name}`} />} note={version}>
                <State is={isReady ? 'done' : 'wrong'}>
                  <FormattedMessage id={isReady ? 'console.server.ready' : 'console.server.failing'} />
                </State>
              </Line>
            ))}
            <Line title={<FormattedMessage id="console.index" />} note={<IndexState index={index} />} />
          </ul>
        </Panel>
      </div>
    </>
  );
}
