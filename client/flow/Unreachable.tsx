import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import styles from './FlowView.module.css';

/** Says that no answer came, with the details, and what an operator may check. */
export function Unreachable({ children }: { children?: ReactNode }): ReactNode {
  return (
    <>
      <p>
        <FormattedMessage id="transport.unreachable" />
      </p>
      {children}
      <p className={styles.operator}>
        <FormattedMessage id="transport.operator" />
      </p>
    </>
  );
}
