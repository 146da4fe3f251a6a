import type { ReactNode } from 'react';
import styles from './BrandMark.module.css';

/**
 * The mark of a company, from brands.css; any company that is not in there gets its initial.
 *
 * @param provider the company's identifier in the provider's configuration, such as `google` or `github-work`
 * @param plate whether it stands on a filled button: on a white plate it keeps its colours
 */
export function BrandMark({ provider, plate = false }: { provider: string; plate?: boolean }): ReactNode {
  const mark = (
    <span className={styles.mark} data-brand={provider.toLowerCase()} aria-hidden="true">
      {Array.from(provider)[0]?.toUpperCase()}
    </span>
  );
  return plate ? <span className={styles.plate}>{mark}</span> : mark;
}
