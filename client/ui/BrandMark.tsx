import type { ReactNode } from 'react';
import styles from './BrandMark.module.css';

/**
 * The mark of a company, from brands.css; any company that is not in there gets its initial.
 *
 * @param provider the company's identifier in the provider's configuration, such as `google` or `github-work`
 */
export function BrandMark({ provider }: { provider: string }): ReactNode {
  return (
    <span className={styles.mark} data-brand={provider.toLowerCase()} aria-hidden="true">
      {Array.from(provider)[0]?.toUpperCase()}
    </span>
  );
}
