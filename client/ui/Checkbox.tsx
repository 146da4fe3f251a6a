import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from './classNames.ts';
import { FieldMessages } from './FieldMessages.tsx';
import { RequiredMark } from './RequiredMark.tsx';
import type { FieldMessage } from './severity.ts';
import { useFieldIds } from './useFieldIds.ts';
import fieldStyles from './Field.module.css';
import styles from './Checkbox.module.css';

interface CheckboxProps extends ComponentPropsWithRef<'input'> {
  label: ReactNode;
  hint?: ReactNode;
  messages?: FieldMessage[];
  /** Whether the label is set as small print is: for long words that have to be agreed to. */
  smallPrint?: boolean;
}

/** A box to tick, with its label beside it, and its messages above. */
export function Checkbox({
  label,
  hint,
  messages = [],
  smallPrint = false,
  ...attributes
}: CheckboxProps): ReactNode {
  const { hintId, messagesId, wiring } = useFieldIds(hint, messages);
  return (
    <div className={styles.field}>
      <FieldMessages id={messagesId} messages={messages} />
      <label htmlFor={wiring.id} className={classNames(styles.choice, smallPrint && styles.smallPrint)}>
        <input {...attributes} {...wiring} type="checkbox" className={styles.box} />
        <span>
          {label}
          {attributes.required && <RequiredMark />}
        </span>
      </label>
      {hint && (
        <p id={hintId} className={classNames(fieldStyles.hint, styles.hint)}>
          {hint}
        </p>
      )}
    </div>
  );
}
