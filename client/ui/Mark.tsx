import type { ReactNode } from 'react';
import styles from './Mark.module.css';

/** The portal's mark: one heartbeat's two sounds. Decorative beside the product's name. */
export function Mark(): ReactNode {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
      <rect className={styles.ground} width="32" height="32" rx="8" />
      <path className={styles.line} d="M4 16h4l1.5-4 2.5 11 2.5-14 2 9 1-2h3l1.5-4 2 8 1.5-4H28" />
    </svg>
  );
}
