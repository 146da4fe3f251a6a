import type { ReactNode } from 'react';
import styles from './Divider.module.css';

/** A line between two alternatives, with a label such as 'or' in its middle. */
export function Divider({ label }: { label?: ReactNode }): ReactNode {
  if (!label) return <hr className={styles.line} />;
  return <p className={styles.labelled}>{label}</p>;
}
