import type { ReactNode } from 'react';
import { PolicyLinks } from '../../shell/PolicyLinks.tsx';
import styles from './Agreement.module.css';

/** Links to the policies that an agreement names, each large enough for a finger; nothing where the brand has none. */
export const AgreementPolicies = (): ReactNode => (
  <p className={styles.links}>
    <PolicyLinks />
  </p>
);
