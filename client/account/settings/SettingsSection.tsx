import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import styles from './SettingsView.module.css';

interface SettingsSectionProps {
  anchor: string;
  title: ReactNode;
  /** One sentence about what it is good for. */
  hint?: ReactNode;
  children: ReactNode;
}

/** One settings section; clicking its title folds it. */
export function SettingsSection({ anchor, title, hint, children }: SettingsSectionProps): ReactNode {
  return (
    <section id={anchor} className={styles.section}>
      <details open>
        <summary className={styles.summary}>
          <h2 className={styles.title}>{title}</h2>
          <span className={styles.chevron}>
            <Icon name="chevron" />
          </span>
        </summary>
        <div className={styles.body}>
          {hint && <p className={styles.hint}>{hint}</p>}
          {children}
        </div>
      </details>
    </section>
  );
}
