import type { ComponentPropsWithRef, ReactNode } from 'react';
import { FieldFrame } from './FieldFrame.tsx';
import { Icon } from './Icon.tsx';
import type { FieldMessage } from './severity.ts';
import { useFieldIds } from './useFieldIds.ts';
import { classNames } from './classNames.ts';
import styles from './Field.module.css';

interface SelectProps extends ComponentPropsWithRef<'select'> {
  label: ReactNode;
  options: { value: string; label: string; lang?: string }[];
  hint?: ReactNode;
  messages?: FieldMessage[];
}

/** A labelled native select. */
export function Select({ label, options, hint, messages = [], ...attributes }: SelectProps): ReactNode {
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
      <span className={styles.control}>
        <select {...attributes} {...wiring} className={classNames(styles.input, styles.select)}>
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={option.lang}>
              {option.label}
            </option>
          ))}
        </select>
        <span className={styles.chevron}>
          <Icon name="chevron" />
        </span>
      </span>
    </FieldFrame>
  );
}
