import type { ReactNode } from 'react';
import styles from './BrandMark.module.css';

/**
 * The mark of a company, from brands.css; a company without one gets its initial.
 *
 * @param provider the company's identifier in the provider's configuration, such as `google` or `github-work`
 * @param plate whether it is on a filled button, where a white plate keeps its colours visible
 */
export function BrandMark({ provider, plate = false }: { provider: string; plate?: boolean }): ReactNode {
  const mark = (
    <span className={styles.mark} data-brand={provider.toLowerCase()} aria-hidden="true">
      {Array.from(provider)[0]?.toUpperCase()}
    </span>
  );
  return plate ? <span className={styles.plate}>{mark}</span> : mark;
}
