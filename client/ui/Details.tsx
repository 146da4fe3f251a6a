import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Chevron } from './Chevron.tsx';
import styles from './Details.module.css';

interface DetailsProps extends ComponentPropsWithRef<'details'> {
  summary: ReactNode;
}

/** A disclosure: content that the user can open; works without scripts. */
export function Details({ summary, children, ...attributes }: DetailsProps): ReactNode {
  return (
    <details {...attributes}>
      <summary className={styles.summary}>
        {summary}
        <Chevron />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
