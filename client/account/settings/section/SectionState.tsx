import type { ReactNode } from 'react';
import { classNames } from '../../../ui/classNames.ts';
import { Icon } from '../../../ui/Icon.tsx';
import type { Overview } from '../overview/overview.ts';
import styles from './SettingsSection.module.css';

/** A section's state, with a check mark if it is set up. */
export function SectionState({
  overview: { state, tone },
  className,
}: {
  overview: Overview;
  className?: string;
}): ReactNode {
  return (
    <span className={classNames(styles.stateText, tone === 'low' && styles.low, className)}>
      {tone === 'on' && (
        <span className={styles.check}>
          <Icon name="success" />
        </span>
      )}
      {state}
    </span>
  );
}
