import type { ReactNode } from 'react';
import { FieldMessages } from './FieldMessages.tsx';
import { RequiredMark } from './RequiredMark.tsx';
import type { FieldMessage } from './severity.ts';
import { useFieldIds, type Wiring } from './useFieldIds.ts';
import styles from './Field.module.css';

/** The parts around a control. */
export interface FieldTexts {
  label: ReactNode;
  hint?: ReactNode;
  messages?: FieldMessage[];
  /** Shown in the label's row, such as 'Not you?'; before the control in tab order. */
  action?: ReactNode;
  /** Shown below the control. */
  below?: ReactNode;
}

interface FieldFrameProps extends FieldTexts {
  /** Whether the action comes after the control in tab order, as for a password, which the field before leads to. */
  actionLast?: boolean;
  /** Whether the control has to be filled. */
  required?: boolean;
  /** Renders the control with the attributes that associate it with its hint and messages. */
  children: (wiring: Wiring) => ReactNode;
}

/** The frame of a control: its label, hint and messages, which precede the control for eyes and screen readers. */
export function FieldFrame(props: FieldFrameProps): ReactNode {
  const { label, hint, messages = [], action, actionLast = false, below, required, children } = props;
  const { hintId, messagesId, wiring } = useFieldIds(hint, messages);
  const besideLabel = action && <span className={styles.action}>{action}</span>;
  return (
    <div className={styles.field}>
      <label htmlFor={wiring.id} className={styles.label}>
        {label}
        {required && <RequiredMark />}
      </label>
      {!actionLast && besideLabel}
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldMessages id={messagesId} messages={messages} />
      {children(wiring)}
      {below}
      {actionLast && besideLabel}
    </div>
  );
}
