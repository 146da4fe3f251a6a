import type { ReactNode } from 'react';
import { useHydrated } from '../../../ui/useHydrated.ts';
import styles from './SettingsSection.module.css';

/**
 * Content for the top of a section without scripts, shown only in the section that is the URL's target: the browser
 * returns to the submitted form, which the provider does not name.
 */
export function AtTarget({ children }: { children: ReactNode }): ReactNode {
  return useHydrated() ? null : <div className={styles.atTarget}>{children}</div>;
}
