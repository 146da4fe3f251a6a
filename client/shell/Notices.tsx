import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PageName } from '../../shared/page.ts';
import { Message } from '../ui/Message.tsx';
import { useHydrated } from '../ui/useHydrated.ts';
import styles from './Notices.module.css';
import { usePageContext } from './PageContext.tsx';
import { waitText } from './waitText.ts';

/** The portal's warnings above a page's content: blocked or doubled cookies, a limit, a form of another account. */
export function Notices({ page }: { page: PageName }): ReactNode {
  const { warning, signedInAddress, signedInAs, formerAccount, limit } = usePageContext();
  const intl = useIntl();
  const notice = useHydrated() && !navigator.cookieEnabled ? 'cookiesNeeded' : warning;
  return (
    <>
      {notice && (
        <div className={styles.notice}>
          <Message severity="error" name={`common.${notice}`}>
            <FormattedMessage id={`common.${notice}`} />
          </Message>
        </div>
      )}
      {limit && (
        <div className={styles.notice}>
          <Message severity="error" name={limit.texts[0] ?? ''} focused>
            {limit.texts
              .map((id) => intl.formatMessage({ id }, { when: waitText(intl, limit.waitSeconds) }))
              .join(' ')}
          </Message>
        </div>
      )}
      {formerAccount !== undefined && page !== 'consent' && (
        <div className={styles.notice}>
          <Message severity="error" name="common.otherAccount" focused>
            <FormattedMessage
              id="common.otherAccount"
              values={{
                account: <bdi>{signedInAddress ?? signedInAs}</bdi>,
                former: <bdi>{formerAccount}</bdi>,
              }}
            />
          </Message>
        </div>
      )}
    </>
  );
}
