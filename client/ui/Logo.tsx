import { useEffect, useRef, useState, type ReactNode } from 'react';
import styles from './Logo.module.css';

const isHttps = (url: string | undefined): url is string => url?.startsWith('https:') ?? false;

/** An application's https logo that the browser can show, or its initial. Decorative beside its name. */
export function Logo({ url, name }: { url: string | undefined; name: string }): ReactNode {
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState(false);
  // unlike an error event, this also detects an image that failed before the scripts ran
  useEffect(() => void image.current?.decode().catch(() => setFailed(true)), []);
  const [initial = ''] = /[\p{L}\p{N}\p{S}]/u.exec(name.toUpperCase()) ?? [];
  if (isHttps(url) && !failed)
    return (
      <img
        ref={image}
        className={styles.logo}
        src={url}
        data-initial={initial}
        alt=""
        width="48"
        height="48"
        referrerPolicy="no-referrer"
      />
    );
  return (
    <span className={styles.initial} aria-hidden="true">
      {initial}
    </span>
  );
}
