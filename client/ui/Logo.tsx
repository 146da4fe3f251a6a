import type { ReactNode } from 'react';
import styles from './Logo.module.css';

const isHttps = (url: string | undefined): url is string => url?.startsWith('https:') ?? false;

/** An application's logo, if it has one on https, or its initial. Decorative beside the application's name. */
export function Logo({ url, name }: { url: string | undefined; name: string }): ReactNode {
  if (isHttps(url))
    return (
      <img className={styles.logo} src={url} alt="" width="48" height="48" referrerPolicy="no-referrer" />
    );
  return (
    <span className={styles.initial} aria-hidden="true">
      {Array.from(name)[0]?.toLocaleUpperCase()}
    </span>
  );
}
