import type { ReactNode } from 'react';
import { iconPaths, type IconName } from './iconPaths.ts';
import styles from './Icon.module.css';

/** An icon in the text's colour. Decorative: a text beside it says the same. */
export function Icon({ name }: { name: IconName }): ReactNode {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconPaths[name]} />
    </svg>
  );
}
