import type { ReactNode } from 'react';
import styles from './Divider.module.css';

/** A line between two alternatives, with a label such as 'or' in its middle. */
export function Divider({ label }: { label: ReactNode }): ReactNode {
  return <p className={styles.divider}>{label}</p>;
}
