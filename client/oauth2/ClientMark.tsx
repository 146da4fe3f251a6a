import type { ReactNode } from 'react';
import type { ClientDetails } from '../../shared/applications.ts';
import { Logo } from '../ui/Logo.tsx';
import { Mark } from '../ui/Mark.tsx';
import { classNames } from '../ui/classNames.ts';
import styles from './ClientMark.module.css';

interface ClientMarkProps {
  client: ClientDetails;
  name: string;
  /** Whether a wide card has it beside its title. */
  isBeside?: boolean;
}

/** An application's logo, or its initial, joined to the portal's mark. Decorative beside the application's name. */
export function ClientMark({ client, name, isBeside }: ClientMarkProps): ReactNode {
  return (
    <div className={classNames(styles.marks, isBeside && styles.beside)} aria-hidden="true">
      <Logo url={client.logoUrl} name={name} />
      <svg className={styles.trace} viewBox="0 0 56 24">
        <path d="M0 12h10l2-5 3 12 3-15 2 10 2-2h14l2-5 2 8 2-3h14" />
      </svg>
      <Mark />
    </div>
  );
}
