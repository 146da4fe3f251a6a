import type { ReactNode } from 'react';
import styles from './Field.module.css';

/** The asterisk of a required field. It is for the eye: the control's own `required` tells everyone else. */
export function RequiredMark(): ReactNode {
  return (
    <span className={styles.required} aria-hidden="true">
      *
    </span>
  );
}
