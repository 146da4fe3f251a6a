import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import styles from './SettingsView.module.css';

interface SettingsSectionProps {
  anchor: string;
  title: ReactNode;
  /** What it is good for, in a sentence. */
  hint?: ReactNode;
  children: ReactNode;
}

/** One part of the settings, under its title, which also folds it away. */
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
