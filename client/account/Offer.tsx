import type { ReactNode } from 'react';
import { classNames } from '../ui/classNames.ts';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/iconPaths.ts';
import styles from './Offer.module.css';

/** What an offer says, and where it is shown. */
export interface OfferProps {
  /** The id of its title. */
  id: string;
  icon: IconName;
  title: ReactNode;
  text: ReactNode;
  /** Shown only where scripts are on, or off; by default in both cases. */
  scripts?: 'on' | 'off' | undefined;
  /** Says what came of it. */
  announcement?: ReactNode;
  /** The buttons, the primary one first. */
  children: ReactNode;
}

/** The next step that the home page offers: what it gives, and the buttons that take or decline it. */
export function Offer(props: OfferProps): ReactNode {
  const { id, icon, title, text, scripts, announcement, children } = props;
  return (
    <section className={classNames(styles.offer, scripts && styles[scripts])} aria-labelledby={id}>
      <span className={styles.sign}>
        <Icon name={icon} />
      </span>
      <div>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <p className={styles.text}>{text}</p>
      </div>
      <div className={styles.actions}>{children}</div>
      {announcement && <div className={styles.announcement}>{announcement}</div>}
    </section>
  );
}
