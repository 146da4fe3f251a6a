import { classNames } from './classNames.ts';
import styles from './Button.module.css';

/** The looks of a button, or of a link that looks like one. */
export interface ButtonLook {
  size?: 'small' | 'medium' | 'large';
  /**
   * `primary`, one a page, is the next step; `quiet` another way, `plain` reads like text, `danger` asks
   * before it acts, `row` is one of a list.
   */
  variant?: 'primary' | 'quiet' | 'plain' | 'danger' | 'row';
}

/**
 * The classes of a button.
 *
 * @param look its size (medium) and variant (primary)
 * @param more the caller's own classes
 */
export const buttonClass = ({ size = 'medium', variant = 'primary' }: ButtonLook, more?: string): string =>
  classNames(styles.button, styles[size], styles[variant], more);
