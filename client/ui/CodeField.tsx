import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from './classNames.ts';
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx';
import styles from './CodeField.module.css';

interface CodeFieldProps
  extends ComponentPropsWithRef<'input'>, Pick<FieldTexts, 'label' | 'hint' | 'messages'> {
  /** How many digits the code has: 6 or 8. */
  digits: number;
}

/** A field for a one-time code of digits: one input, drawn as a cell for each digit. */
export function CodeField({ label, hint, digits, messages, ...attributes }: CodeFieldProps): ReactNode {
  return (
    <FieldFrame label={label} hint={hint} messages={messages} required={attributes.required}>
      {(wiring) => (
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
      )}
    </FieldFrame>
  );
}
