import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { optionalNotices, type ActivityGroup, type OptionalNotice } from '../../../shared/activity.ts';
import type { PageProps } from '../../../shared/page.ts';
import { FormToken } from '../../shell/FormToken.tsx';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Glyph } from '../../ui/Icon.tsx';
import { Message } from '../../ui/Message.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { Days } from './Days.tsx';
import styles from './ActivityPage.module.css';

const clock = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.500 2';

/** The filters, in their order. */
const filters: readonly (ActivityGroup | 'all')[] = ['all', 'signIns', 'changes', 'applications'];

/** What happened to the account, by days, and what to do about what somebody else did. It needs no scripts. */
export function ActivityPage(props: PageProps['activity']): ReactNode {
  const { show = 'all', events, olderUrl, latestUrl, mails, isChosen, canSecure } = props;
  const hasEvents = events !== undefined && events.length > 0;
  return (
    <div className={styles.activity}>
      <header className={styles.header}>
        <h1>
          <FormattedMessage id="activity.title" />
        </h1>
        <p>
          <FormattedMessage id="activity.lead" />{' '}
          <TextLink href="/data">
            <FormattedMessage id="activity.data" />
          </TextLink>
        </p>
      </header>
      <Filters shown={show} />
      <div className={styles.content}>
        {events ? (
          <Days events={events} canSecure={canSecure} />
        ) : (
          <Message severity="info" name="activity.failed">
            <FormattedMessage id="activity.failed" />
          </Message>
        )}
        {events?.length === 0 && (
          <p className={styles.empty}>
            <Glyph path={clock} />
            <FormattedMessage id={`activity.none.${latestUrl === undefined ? show : 'older'}`} />
          </p>
        )}
        {(olderUrl ?? latestUrl) !== undefined && (
          <p className={styles.pages}>
            {latestUrl !== undefined && (
              <ButtonLink href={latestUrl} size="small" variant="quiet">
                <FormattedMessage id="activity.latest" />
              </ButtonLink>
            )}
            {olderUrl !== undefined && (
              <ButtonLink href={olderUrl} size="small" variant="quiet">
                <FormattedMessage id="activity.older" />
              </ButtonLink>
            )}
          </p>
        )}
      </div>
      {(hasEvents || mails) && (
        <aside className={styles.aside}>
          {hasEvents && <NotYou canSecure={canSecure} />}
          {mails && <Mails chosen={mails} isChosen={isChosen} />}
        </aside>
      )}
    </div>
  );
}

/** Links to the parts of the history. */
function Filters({ shown }: { shown: ActivityGroup | 'all' }): ReactNode {
  const intl = useIntl();
  return (
    <nav className={styles.filters} aria-label={intl.formatMessage({ id: 'activity.filter' })}>
      <ul>
        {filters.map((name) => (
          <li key={name}>
            <a
              href={name === 'all' ? '/activity' : `/activity?show=${name}`}
              className={styles.filter}
              aria-current={name === shown ? 'page' : undefined}
            >
              <FormattedMessage id={`activity.show.${name}`} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Leads to what helps against somebody else who uses the account. */
const NotYou = ({ canSecure }: Pick<PageProps['activity'], 'canSecure'>): ReactNode => (
  <section className={styles.box} aria-labelledby="not-you">
    <h2 id="not-you">
      <FormattedMessage id="activity.notYou.title" />
    </h2>
    {canSecure && (
      <p>
        <FormattedMessage id="activity.notYou.text" />
      </p>
    )}
    <p className={styles.actions}>
      {canSecure && (
        <ButtonLink href="/secure?own=true" size="small" variant="quiet">
          <FormattedMessage id="activity.notYou.secure" />
        </ButtonLink>
      )}
      <ButtonLink href="/settings#sessions" size="small" variant="quiet">
        <FormattedMessage id="activity.notYou.sessions" />
      </ButtonLink>
    </p>
  </section>
);

/** Chooses about which events mails are sent. */
const Mails = ({
  chosen,
  isChosen,
}: {
  chosen: OptionalNotice[];
  isChosen?: boolean | undefined;
}): ReactNode => (
  <section id="mails" className={styles.box} aria-labelledby="mails-title">
    <h2 id="mails-title">
      <FormattedMessage id="activity.mails.title" />
    </h2>
    <p>
      <FormattedMessage id="activity.mails.lead" />
    </p>
    <form action="/activity/mails" method="post" className={styles.choices}>
      <FormToken />
      {isChosen && (
        <Message severity="success" name="activity.mails.saved" focused tabIndex={-1}>
          <FormattedMessage id="activity.mails.saved" />
        </Message>
      )}
      {optionalNotices.map((kind) => (
        <Checkbox
          key={kind}
          name="mail"
          value={kind}
          defaultChecked={chosen.includes(kind)}
          label={<FormattedMessage id={`activity.mails.${kind}`} />}
        />
      ))}
      <Button size="small" variant="quiet">
        <FormattedMessage id="activity.mails.save" />
      </Button>
    </form>
  </section>
);
