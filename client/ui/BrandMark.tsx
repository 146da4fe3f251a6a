import type { ReactNode } from 'react';
import styles from './BrandMark.module.css';

/**
 * The mark of a company. The stylesheet holds the marks that it knows (brands.css); any other company gets its initial.
 *
 * @param provider the identifier that the provider's configuration gave it, such as `google` or `github-work`
 */
export function BrandMark({ provider }: { provider: string }): ReactNode {
  return (
    <span className={styles.mark} data-brand={provider.toLowerCase()} aria-hidden="true">
      {Array.from(provider)[0]?.toUpperCase()}
    </span>
  );
}
