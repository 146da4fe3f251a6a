import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import { iconPaths, type IconName } from './iconPaths.ts';
import styles from './Icon.module.css';

/** An icon in the text's colour. Decorative: a text beside it says the same. */
export function Icon({ name }: { name: IconName }): ReactNode {
  return <Glyph path={iconPaths[name]} isDone={name === 'success'} />;
}

/**
 * An icon outside the common set of every page.
 *
 * @param path on a grid of 24
 * @param isDone whether it is on a disc of the success colour
 */
export function Glyph({ path, isDone = false }: { path: string; isDone?: boolean }): ReactNode {
  return (
    <svg className={classNames(styles.icon, isDone && styles.done)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
