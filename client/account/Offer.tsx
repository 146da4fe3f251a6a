import type { ReactNode } from 'react';
import { classNames } from '../ui/classNames.ts';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/iconPaths.ts';
import styles from './Offer.module.css';

interface OfferProps {
  /** The id of its title. */
  id: string;
  icon: IconName;
  title: ReactNode;
  text: ReactNode;
  /** Whether it is hidden where scripts are off. */
  needsScripts?: boolean;
  /** Says what came of it. */
  announcement?: ReactNode;
  /** The buttons, the primary one first. */
  children: ReactNode;
}

/** The next step that the home page offers: what it gives, and the buttons that take or decline it. */
export function Offer(props: OfferProps): ReactNode {
  const { id, icon, title, text, needsScripts, announcement, children } = props;
  return (
    <section className={classNames(styles.offer, needsScripts && styles.scripted)} aria-labelledby={id}>
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
