import type { ReactNode } from 'react';
import styles from './Spinner.module.css';

/** A turning ring, for the eye only: what is awaited is said in words beside it. */
export function Spinner(): ReactNode {
  return <span className={styles.spinner} aria-hidden="true" />;
}
