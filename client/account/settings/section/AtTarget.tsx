import type { ReactNode } from 'react';
import { useHydrated } from '../../../ui/useHydrated.ts';
import styles from './SettingsSection.module.css';

/**
 * What the top of a section says where there are no scripts, only in the section that the browser went to: it goes back to
 * the form that was sent, which the provider does not name.
 */
export function AtTarget({ children }: { children: ReactNode }): ReactNode {
  return useHydrated() ? null : <div className={styles.atTarget}>{children}</div>;
}
