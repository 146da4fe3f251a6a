import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from './classNames.ts';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldMessage } from './severity.ts';
import { useFieldIds } from './useFieldIds.ts';
import styles from './CodeField.module.css';

interface CodeFieldProps extends ComponentPropsWithRef<'input'> {
  label: ReactNode;
  /** How many digits the code has: 4 to 8. */
  digits: number;
  hint?: ReactNode;
  messages?: FieldMessage[];
}

/** A field for a one-time code of digits: one input, drawn as a cell for each digit. */
export function CodeField({ label, digits, hint, messages = [], ...attributes }: CodeFieldProps): ReactNode {
  const { id, hintId, messagesId, wiring } = useFieldIds(attributes, hint, messages);
  return (
    <FieldFrame
      label={label}
      id={id}
      required={attributes.required}
      hint={hint}
      hintId={hintId}
      messages={messages}
      messagesId={messagesId}
    >
      <span
        className={classNames(styles.code, wiring['aria-invalid'] && styles.invalid)}
        data-digits={digits}
      >
        <span className={styles.cells} aria-hidden="true">
          {Array.from({ length: digits }, (_, index) => (
            <i key={index} />
          ))}
        </span>
        <span className={styles.frame}>
          <input {...attributes} {...wiring} data-digits={digits} className={styles.input} />
        </span>
      </span>
    </FieldFrame>
  );
}
