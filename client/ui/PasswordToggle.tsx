import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from './Icon.tsx';
import styles from './Field.module.css';

interface PasswordToggleProps {
  /** The id of the password's input. */
  controls: string;
  revealed: boolean;
  onChange: (revealed: boolean) => void;
}

/** Shows and hides the text of a password field. */
export function PasswordToggle({ controls, revealed, onChange }: PasswordToggleProps): ReactNode {
  const name = useIntl().formatMessage({ id: 'common.showPassword' });
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-controls={controls}
      aria-pressed={revealed}
      aria-label={name}
      title={name}
      onClick={() => onChange(!revealed)}
    >
      <Icon name={revealed ? 'hide' : 'show'} />
    </button>
  );
}
