import type { ReactNode } from 'react';
import styles from './AccountItem.module.css';

interface AccountItemProps {
  icon: ReactNode;
  name: ReactNode;
  /** A word beside the name, such as 'New'. */
  tag?: ReactNode;
  tone?: 'good' | 'new' | 'other';
  /** Its facts, in small lines below the name. */
  lines?: ReactNode;
  messages?: ReactNode;
  /** Its actions, at the end of its row. */
  children?: ReactNode;
}

/** One of the account's items: a device, an application, a key, a linked account. */
export function AccountItem({
  icon,
  name,
  tag,
  tone = 'new',
  lines,
  messages,
  children,
}: AccountItemProps): ReactNode {
  return (
    <div className={styles.item}>
      <span className={styles.icon}>{icon}</span>
      <div className={styles.what}>
        <h3 className={styles.name}>
          {name} {tag && <span className={styles[tone]}>{tag}</span>}
        </h3>
        {lines && <div className={styles.lines}>{lines}</div>}
        {messages}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
