import type { ReactNode } from 'react';
import styles from './Field.module.css';

/** The asterisk of a required field. Decorative: assistive technology reads the control's `required`. */
export function RequiredMark(): ReactNode {
  return (
    <span className={styles.required} aria-hidden="true">
      *
    </span>
  );
}
