import type { ReactNode } from 'react';
import styles from './Account.module.css';

interface AccountProps {
  /** The text before the name. */
  label: ReactNode;
  name: ReactNode;
  /** Whether it has just appeared, and is announced. */
  live?: boolean;
  /** A link to another account. */
  children?: ReactNode;
}

/** The account that a page or form is for. */
export function Account({ label, name, live = false, children }: AccountProps): ReactNode {
  return (
    <p className={styles.account} role={live ? 'status' : undefined}>
      <span>
        {label} <strong>{name}</strong>
      </span>
      {children}
    </p>
  );
}
