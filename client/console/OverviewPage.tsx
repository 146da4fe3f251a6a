import type { ReactNode } from 'react';
import { FormattedMessage, FormattedNumber } from 'react-intl';
import type { ActivityKind } from '../../shared/activity.ts';
import { mostCounted, type ConsoleProps } from '../../shared/console.ts';
import { LogLines } from './LogLines.tsx';
import { Empty, Head, Panel, State } from './parts.tsx';
import { IndexState } from './PeoplePage.tsx';
import styles from './Console.module.css';

/** A number that leads to the list of what it counts. */
const Figure = ({
  text,
  url,
  count,
  more,
}: {
  text: string;
  url: string;
  count: ReactNode;
  more?: ReactNode;
}): ReactNode => (
  <div>
    <dt>
      <FormattedMessage id={text} />
    </dt>
    <dd>
      <a href={url}>{count}</a>
    </dd>
    {more !== undefined && <dd>{more}</dd>}
  </div>
);

const counted = ['signedIn', 'signInFailed', 'limited'] as const satisfies ActivityKind[];

/** How it stands: numbers that lead to their lists, the servers, and what was done last. */
export function OverviewPage({
  day,
  week,
  mails,
  upstreams,
  deletions,
  acts,
  index,
}: ConsoleProps['overview']): ReactNode {
  const mailCount = (count: number): ReactNode => (
    <FormattedMessage id="console.count" values={{ count, most: mostCounted.mails }} />
  );
  return (
    <>
      <Head title="console.nav.overview">
        <FormattedMessage id="console.overview.day" />
      </Head>
      {!day && <Empty text="console.overview.notCounted" />}
      <dl className={styles.figures}>
        {day &&
          counted.map((kind) => (
            <Figure
              key={kind}
              text={`console.overview.${kind}`}
              url={`/manage/log?kind=${kind}`}
              count={<FormattedNumber value={day[kind] ?? 0} />}
              more={
                week && <FormattedMessage id="console.overview.week" values={{ count: week[kind] ?? 0 }} />
              }
            />
          ))}
        {mails && (
          <>
            <Figure
              text="console.overview.queued"
              url="/manage/mails?status=queued"
              count={mailCount(mails.queued)}
            />
            <Figure
              text="console.overview.abandoned"
              url="/manage/mails?status=abandoned"
              count={mailCount(mails.abandoned)}
            />
          </>
        )}
        {deletions && (
          <Figure
            text="console.overview.overdue"
            url="/manage/log?from=&kind=deletionAsked"
            count={<FormattedNumber value={deletions.overdue} />}
          />
        )}
        {index && (
          <Figure
            text="console.nav.people"
            url="/manage/people"
            count={
              <FormattedMessage
                id="console.count"
                values={{ count: index.people, most: mostCounted.people }}
              />
            }
          />
        )}
      </dl>
      {!mails && <Empty text="console.overview.noMails" />}
      <div className={styles.split}>
        <Panel
          id="acts"
          title="console.overview.acts"
          action={
            <a className={styles.act} href="/manage/log?kind=acts">
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
              <li key={name}>
                <div>
                  <p className={styles.strong}>
                    <FormattedMessage id={`console.server.${name}`} />
                  </p>
                  {version !== undefined && <p className={styles.soft}>{version}</p>}
                </div>
                <State is={isReady ? 'done' : 'wrong'}>
                  <FormattedMessage id={isReady ? 'console.server.ready' : 'console.server.failing'} />
                </State>
              </li>
            ))}
            <li>
              <div>
                <p className={styles.strong}>
                  <FormattedMessage id="console.index" />
                </p>
                <p className={styles.soft}>
                  <IndexState index={index} />
                </p>
              </div>
            </li>
          </ul>
        </Panel>
      </div>
    </>
  );
}
