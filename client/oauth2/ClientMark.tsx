import type { ReactNode } from 'react';
import type { ClientDetails } from '../../shared/page.ts';
import { Mark } from '../ui/Mark.tsx';
import styles from './ClientMark.module.css';

const isHttps = (url: string | undefined): url is string => url?.startsWith('https:') ?? false;

/** An application's logo, or its initial, joined to the portal's mark. Decorative beside the application's name. */
export function ClientMark({ client, name }: { client: ClientDetails; name: string }): ReactNode {
  return (
    <div className={styles.marks} aria-hidden="true">
      {isHttps(client.logoUrl) ? (
        <img
          className={styles.logo}
          src={client.logoUrl}
          alt=""
          width="48"
          height="48"
          referrerPolicy="no-referrer"
        />
      ) : (
        <span className={styles.initial}>{Array.from(name)[0]?.toLocaleUpperCase()}</span>
      )}
      <svg className={styles.trace} viewBox="0 0 56 24">
        <path d="M0 12h10l2-5 3 12 3-15 2 10 2-2h14l2-5 2 8 2-3h14" />
      </svg>
      <Mark />
    </div>
  );
}
