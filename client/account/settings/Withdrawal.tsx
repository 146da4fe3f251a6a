import { useId, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '../../ui/Button.tsx';
import { Details } from '../../ui/Details.tsx';
import styles from './Applications.module.css';

interface WithdrawalProps {
  /** What is withdrawn. */
  summary: ReactNode;
  /** What ends at once, and what does not. */
  consequence: ReactNode;
  /** The field that names it to the server. */
  name: 'all' | 'client' | 'grant';
  value: string;
}

/** A button that withdraws something, folded below its name, so that it takes two presses, with or without scripts. */
export function Withdrawal({ summary, consequence, name, value }: WithdrawalProps): ReactNode {
  const [label, button, text] = [useId(), useId(), useId()];
  return (
    <Details summary={<span id={label}>{summary}</span>} className={styles.withdrawal}>
      <p id={text} className={styles.soft}>
        {consequence}
      </p>
      <Button
        id={button}
        name={name}
        value={value}
        size="small"
        variant="danger"
        aria-labelledby={`${button} ${label}`}
        aria-describedby={text}
      >
        <FormattedMessage id="applications.withdraw" />
      </Button>
    </Details>
  );
}
