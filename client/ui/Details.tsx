import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import styles from './Details.module.css';

interface DetailsProps extends ComponentPropsWithRef<'details'> {
  summary: ReactNode;
}

/** A disclosure: content that the user can open; works without scripts. */
export function Details({ summary, className, children, ...attributes }: DetailsProps): ReactNode {
  return (
    <details {...attributes} className={classNames(styles.details, className)}>
      <summary className={styles.summary}>
        {summary}
        <span className={styles.chevron}>
          <Icon name="chevron" />
        </span>
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
