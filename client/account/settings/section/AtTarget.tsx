import type { ReactNode } from 'react';
import { useHydrated } from '../../../ui/useHydrated.ts';
import styles from './SettingsSection.module.css';

/** Content shown without scripts in the section that the URL names: the provider does not say which form was sent. */
export function AtTarget({ children }: { children: ReactNode }): ReactNode {
  return useHydrated() ? null : <div className={styles.atTarget}>{children}</div>;
}
