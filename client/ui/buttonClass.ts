import { classNames } from './classNames.ts';
import styles from './Button.module.css';

/** The looks of a button, or of a link that looks like one. */
export interface ButtonLook {
  size?: 'small' | 'medium' | 'large';
  /** `primary`, one a page, is the next step; `quiet` another way, `plain` like text, `danger` asks before it acts. */
  variant?: 'primary' | 'quiet' | 'plain' | 'danger';
  /** `start` for one of several ways, which are rows with their icons below each other. */
  align?: 'start' | undefined;
}

/** The classes of a button. @param more the caller's own */
export const buttonClass = (
  { size = 'medium', variant = 'primary', align }: ButtonLook,
  more?: string,
): string => classNames(styles.button, styles[size], styles[variant], align && styles[align], more);
