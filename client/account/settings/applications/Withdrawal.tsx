import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Confirm } from '../parts/Confirm.tsx';

interface WithdrawalProps {
  /** Names what is withdrawn: the button's text, unless `action` is shorter. */
  what: ReactNode;
  action?: ReactNode;
  /** The button's accessible name, if `action` does not say what is withdrawn. */
  label?: string;
  /** The consequence: what ends at once, and what does not. */
  consequence: ReactNode;
  /** The field that names it to the server. */
  name: 'all' | 'client';
  value: string;
}

/** A button that withdraws access, after asking. */
export const Withdrawal = ({
  what,
  action = what,
  label,
  consequence,
  ...submit
}: WithdrawalProps): ReactNode => (
  <Confirm
    action={action}
    name={label}
    question={what}
    consequence={consequence}
    verb={<FormattedMessage id="applications.withdraw" />}
    submit={submit}
  />
);
