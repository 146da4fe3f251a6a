import type { ReactNode } from 'react';
import { iconPaths, type IconName } from './iconPaths.ts';
import styles from './Icon.module.css';

/** An icon in the text's colour. Decorative: a text beside it says the same. */
export function Icon({ name }: { name: IconName }): ReactNode {
  return <Glyph path={iconPaths[name]} />;
}

/** An icon that is not among those of every page, by its path on a grid of 24. */
export function Glyph({ path }: { path: string }): ReactNode {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
