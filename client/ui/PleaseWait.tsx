import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import styles from './PleaseWait.module.css';

/** Says that something is awaited. The region stands in the page all the time, so that its change is announced. */
export function PleaseWait({ waiting = true }: { waiting?: boolean }): ReactNode {
  return (
    <p role="status" className={styles.pleaseWait}>
      {waiting && <FormattedMessage id="common.pleaseWait" />}
    </p>
  );
}
