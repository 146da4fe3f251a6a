import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import styles from './PleaseWait.module.css';

/**
 * Says “please wait” to screen readers; everybody else sees it in the button that was pressed. The live region is always in the
 * page, so that screen readers announce its changes.
 */
export function PleaseWait({ waiting }: { waiting: boolean }): ReactNode {
  return (
    <p role="status" className={styles.pleaseWait}>
      {waiting && <FormattedMessage id="common.pleaseWait" />}
    </p>
  );
}
