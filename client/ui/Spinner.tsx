import type { ReactNode } from 'react';
import styles from './Spinner.module.css';

/** A spinning ring. Decorative: a text beside it says what is pending. */
export function Spinner(): ReactNode {
  return <span className={styles.spinner} aria-hidden="true" />;
}
