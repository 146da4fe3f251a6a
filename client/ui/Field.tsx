import { useState, type ComponentPropsWithRef, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { classNames } from './classNames.ts';
import { FieldFrame } from './FieldFrame.tsx';
import { PasswordToggle } from './PasswordToggle.tsx';
import type { FieldMessage } from './severity.ts';
import { useFieldIds } from './useFieldIds.ts';
import { useHydrated } from './useHydrated.ts';
import styles from './Field.module.css';

interface FieldProps extends ComponentPropsWithRef<'input'> {
  label: ReactNode;
  hint?: ReactNode;
  messages?: FieldMessage[];
  /** Shown in the label's row, such as 'Forgot password?', but after the input in tab order. */
  action?: ReactNode;
}

const capsLockHint: FieldMessage = {
  id: 'field.capsLock',
  text: <FormattedMessage id="field.capsLock" />,
  severity: 'info',
};

/** A labelled input with its hint and messages, tied to it for assistive technology. */
export function Field({
  label,
  hint,
  messages: given = [],
  action,
  type = 'text',
  ...attributes
}: FieldProps): ReactNode {
  const [capsLock, setCapsLock] = useState(false);
  const messages = capsLock ? [...given, capsLockHint] : given;
  const { id, hintId, messagesId, wiring } = useFieldIds(attributes, hint, messages);
  const [revealed, setRevealed] = useState(false);
  const scripts = useHydrated();
  const secret = type === 'password';
  return (
    <FieldFrame
      label={label}
      id={id}
      required={attributes.required}
      action={action}
      hint={hint}
      hintId={hintId}
      messages={messages}
      messagesId={messagesId}
    >
      <span className={styles.control}>
        <input
          {...attributes}
          {...wiring}
          type={secret && revealed ? 'text' : type}
          data-secret={secret || undefined}
          onKeyUp={secret ? (event) => setCapsLock(event.getModifierState('CapsLock')) : undefined}
          className={classNames(styles.input, secret && scripts && styles.secret)}
        />
        {secret && scripts && <PasswordToggle controls={id} revealed={revealed} onChange={setRevealed} />}
      </span>
    </FieldFrame>
  );
}
