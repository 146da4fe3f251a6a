import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './Chevron.module.css';

/** The mark of what can be opened; in a summary it turns when that is open. */
export const Chevron = ({ className }: { className?: string }): ReactNode => (
  <span className={classNames(styles.chevron, className)} />
);
