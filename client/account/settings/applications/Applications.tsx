import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { OwnApplications } from '../../../../shared/applications.ts';
import type { SessionSummary } from '../../../../shared/sessions.ts';
import { FormToken } from '../../../shell/FormToken.tsx';
import { Message } from '../../../ui/Message.tsx';
import { Glyph } from '../../../ui/Icon.tsx';
import { ApplicationRow } from './ApplicationRow.tsx';
import { settingsIcons } from '../parts/settingsIcons.ts';
import { Withdrawal } from './Withdrawal.tsx';
import styles from './Applications.module.css';

interface ApplicationsProps extends Pick<OwnApplications, 'list'> {
  /** This browser's session; undefined if the provider did not list the sessions. */
  current?: SessionSummary;
  /** The user's other sessions. */
  others: SessionSummary[];
}

/** The applications with grants from the user, and buttons to withdraw them. */
export function Applications({ list, current, others }: ApplicationsProps): ReactNode {
  return (
    <form action="/settings/applications" method="post" className={styles.applications}>
      <FormToken />
      <p className={styles.hint}>
        <FormattedMessage id="applications.hint" />
      </p>
      {!list && (
        <Message severity="error" name="applications.failed">
          <FormattedMessage id="applications.failed" />
        </Message>
      )}
      {list?.length === 0 && (
        <div className={styles.none}>
          <span className={styles.sign}>
            <Glyph path={settingsIcons.applications} />
          </span>
          <p>
            <FormattedMessage id="applications.none" />
          </p>
        </div>
      )}
      {list && list.length > 0 && (
        <ul className={styles.list}>
          {list.map((application) => (
            <ApplicationRow
              key={application.clientId}
              application={application}
              current={current}
              others={others}
            />
          ))}
        </ul>
      )}
      <p className={styles.hint}>
        <FormattedMessage id="applications.unlisted" />
      </p>
      <div>
        <Withdrawal
          what={<FormattedMessage id="applications.all" />}
          consequence={<FormattedMessage id="applications.allConsequence" />}
          name="all"
          value="true"
        />
      </div>
    </form>
  );
}
