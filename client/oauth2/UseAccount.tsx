import { useId, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '../ui/Button.tsx';
import styles from './UseAccount.module.css';

interface UseAccountProps {
  /** The account's address, if it is known. */
  asked: string | undefined;
  name: string;
  value: string;
}

/** The button that uses another account than the signed-in one, which it logs out. */
export function UseAccount({ asked, ...button }: UseAccountProps): ReactNode {
  const id = useId();
  return (
    <div className={styles.use}>
      <p id={id} className={styles.hint}>
        <FormattedMessage id="chooseAccount.hint" />
      </p>
      <Button {...button} size="large" aria-describedby={id}>
        <FormattedMessage id="chooseAccount.use" values={{ asked: asked ? <bdi>{asked}</bdi> : 'none' }} />
      </Button>
    </div>
  );
}
