import type { ReactNode } from 'react';
import styles from './Account.module.css';

interface AccountProps {
  /** The text before the name. */
  label: ReactNode;
  name: ReactNode;
  /** A link to another account. */
  children: ReactNode;
}

/** The account that a page or form is for. */
export function Account({ label, name, children }: AccountProps): ReactNode {
  return (
    <p className={styles.account}>
      <span>
        {label} <strong>{name}</strong>
      </span>
      {children}
    </p>
  );
}
