import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Chevron } from './Chevron.tsx';
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx';
import { classNames } from './classNames.ts';
import styles from './Field.module.css';

interface SelectProps extends ComponentPropsWithRef<'select'>, Pick<FieldTexts, 'label' | 'messages'> {
  options: { value: string; label: string; lang?: string }[];
}

/** A labelled native select. */
export function Select({ label, options, messages, ...attributes }: SelectProps): ReactNode {
  return (
    <FieldFrame label={label} messages={messages} required={attributes.required}>
      {(wiring) => (
        <span className={styles.control}>
          <select {...attributes} {...wiring} className={classNames(styles.input, styles.select)}>
            {options.map((option) => (
              <option key={option.value} value={option.value} lang={option.lang}>
                {option.label}
              </option>
            ))}
          </select>
          <Chevron className={styles.chevron} />
        </span>
      )}
    </FieldFrame>
  );
}
