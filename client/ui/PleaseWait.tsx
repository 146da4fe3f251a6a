import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Spinner } from './Spinner.tsx';
import styles from './PleaseWait.module.css';

/** Says that something is awaited. The region stands in the page all the time, so that its change is announced. */
export function PleaseWait({ waiting = true }: { waiting?: boolean }): ReactNode {
  return (
    <p role="status" className={styles.pleaseWait}>
      {waiting && (
        <>
          <Spinner />
          <FormattedMessage id="common.pleaseWait" />
        </>
      )}
    </p>
  );
}
