import type { ReactNode } from 'react';
import { FieldMessages } from './FieldMessages.tsx';
import { RequiredMark } from './RequiredMark.tsx';
import type { FieldMessage } from './severity.ts';
import styles from './Field.module.css';

interface FieldFrameProps {
  label: ReactNode;
  id: string;
  required?: boolean;
  action?: ReactNode;
  hint?: ReactNode;
  hintId: string;
  messages: FieldMessage[];
  messagesId: string;
  children: ReactNode;
}

/** The frame of a control: its label, its hint and its messages, which are heard and seen before the control. */
export function FieldFrame(props: FieldFrameProps): ReactNode {
  const { label, id, required, action, hint, hintId, messages, messagesId, children } = props;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {required && <RequiredMark />}
      </label>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldMessages id={messagesId} messages={messages} />
      {children}
      {action && <span className={styles.action}>{action}</span>}
    </div>
  );
}
