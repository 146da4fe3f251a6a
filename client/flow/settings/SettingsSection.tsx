import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import styles from './SettingsView.module.css';

interface SettingsSectionProps {
  anchor: string;
  title: ReactNode;
  /** Whether it arrives folded. */
  folded?: boolean;
  /** Told when the section is unfolded or folded. */
  onToggle?: (open: boolean) => void;
  children: ReactNode;
}

/** One part of the settings, under its title, which also folds it away. */
export function SettingsSection({
  anchor,
  title,
  folded = false,
  onToggle,
  children,
}: SettingsSectionProps): ReactNode {
  return (
    <section id={anchor} className={styles.section}>
      <details open={!folded} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
        <summary className={styles.summary}>
          <h2 className={styles.title}>{title}</h2>
          <span className={styles.chevron}>
            <Icon name="chevron" />
          </span>
        </summary>
        <div className={styles.body}>{children}</div>
      </details>
    </section>
  );
}
