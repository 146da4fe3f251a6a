import type { ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { ShownActivity } from '../../../shared/activity.ts';
import { usePageContext } from '../../shell/PageContext.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Glyph } from '../../ui/Icon.tsx';
import { eventIcon } from './eventIcon.ts';
import { placeName } from '../../../shared/placeName.ts';
import { activitySentence, timeText } from '../../../shared/activitySentence.ts';
import styles from './Days.module.css';

const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const dayMs = 24 * 3_600_000;

/** Groups events by their day in the reader's time zone; they are in order. */
function byDay(
  intl: IntlShape,
  events: readonly ShownActivity[],
): [day: string, events: [ShownActivity, ...ShownActivity[]]][] {
  const days: [string, [ShownActivity, ...ShownActivity[]]][] = [];
  for (const event of events) {
    const name = intl.formatDate(event.at, day);
    const last = days.at(-1);
    if (last?.[0] === name) last[1].push(event);
    else days.push([name, [event]]);
  }
  return days;
}

/** Begins the name of today and of yesterday with that word, in the language's own. */
function withNearness(intl: IntlShape, name: string, now: number): string {
  const days = [0, -1].find((ago) => intl.formatDate(now + ago * dayMs, day) === name);
  if (days === undefined) return name;
  return `${intl.formatRelativeTime(days, 'day', { numeric: 'auto' })} · ${name}`;
}

/** A formatted time. Browser and server may format the names of days and months differently. */
export const Time = ({ at, children }: { at: number; children: string }): ReactNode => (
  <time dateTime={new Date(at).toISOString()} suppressHydrationWarning>
    {children}
  </time>
);

/** One event: what happened, when, on which device and from where. */
function Event({ event, canSecure }: { event: ShownActivity; canSecure: boolean }): ReactNode {
  const intl = useIntl();
  const { kind, at, device, about } = event;
  const what = activitySentence(intl, event);
  return (
    <li className={styles.event}>
      <span
        className={classNames(styles.icon, (kind === 'signInFailed' || kind === 'limited') && styles.refused)}
      >
        <Glyph path={eventIcon(event)} />
      </span>
      <p className={styles.sentence} suppressHydrationWarning>
        {what}
      </p>
      <p className={styles.facts}>
        <span className={styles.time}>
          <Time at={at}>{timeText(intl, at)}</Time>
        </span>{' '}
        {(device ?? about.from ?? about.place ?? about.application) !== undefined && (
          <span className={styles.place}>
            {device && (
              <span>
                <FormattedMessage id="deviceName.text" values={{ ...device }} />
              </span>
            )}{' '}
            {about.from !== undefined && <span>{about.from}</span>}
            {about.place !== undefined && (
              <span suppressHydrationWarning> {placeName(intl, about.place)}</span>
            )}
            {(kind === 'signedIn' || kind === 'registered') && about.application !== undefined && (
              <span> {about.application}</span>
            )}
          </span>
        )}
        {canSecure && (
          <span className={styles.notMe}>
            <a
              href="/secure?own=true"
              aria-label={intl.formatMessage({ id: 'activity.notMe.label' }, { what })}
            >
              <FormattedMessage id="activity.notMe" />
            </a>
          </span>
        )}
      </p>
    </li>
  );
}

/** What happened, by days. @param events the latest first @param canSecure whether each leads to the page against others */
export function Days({
  events,
  canSecure = false,
}: {
  events: readonly ShownActivity[];
  canSecure?: boolean | undefined;
}): ReactNode {
  const intl = useIntl();
  const { servedAt = 0 } = usePageContext();
  return byDay(intl, events).map(([name, [first, ...others]]) => (
    <section key={first.id} className={styles.day}>
      <h2 className={styles.heading}>
        <Time at={first.at}>{withNearness(intl, name, servedAt)}</Time>
      </h2>
      <ol className={styles.events}>
        {[first, ...others].map((event) => (
          <Event key={event.id} event={event} canSecure={canSecure} />
        ))}
      </ol>
    </section>
  ));
}
