import { useState, type ComponentPropsWithRef, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { classNames } from './classNames.ts';
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx';
import type { FieldMessage } from './severity.ts';
import { useHydrated } from './useHydrated.ts';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';

interface PasswordToggleProps {
  /** The id of the password's input. */
  controls: string;
  revealed: boolean;
  onChange: (revealed: boolean) => void;
}

/** Shows and hides the text of a password field. */
function PasswordToggle({ controls, revealed, onChange }: PasswordToggleProps): ReactNode {
  const name = useIntl().formatMessage({ id: 'common.showPassword' });
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-controls={controls}
      aria-pressed={revealed}
      aria-label={name}
      title={name}
      onClick={() => onChange(!revealed)}
    >
      <Icon name={revealed ? 'hide' : 'show'} />
    </button>
  );
}

type FieldProps = ComponentPropsWithRef<'input'> &
  FieldTexts & {
    /** The rule for the value, instead of a hint: it is ticked once it is met. */
    rule?: ReactNode;
    /** How many lines its text has, if that may be more than one. */
    lines?: number;
  };

/** A longer text scrolls. */
const mostRows = 8;

const capsLockHint: FieldMessage = {
  id: 'field.capsLock',
  text: <FormattedMessage id="field.capsLock" />,
  severity: 'info',
};

/** A labelled input with its hint and messages, associated with it for assistive technology. */
export function Field({
  label,
  hint,
  rule,
  messages: given = [],
  action,
  below,
  type = 'text',
  lines,
  ...attributes
}: FieldProps): ReactNode {
  const [capsLock, setCapsLock] = useState(false);
  const [revealed, setRevealed] = useState(false);
  const scripts = useHydrated();
  const secret = type === 'password';
  // the browser may still be loading the text
  const hasText = capsLockHint.id in useIntl().messages;
  const messages = capsLock && hasText ? [...given, capsLockHint] : given;
  return (
    <FieldFrame
      label={label}
      hint={rule ? <span className={styles.rule}>{rule}</span> : hint}
      messages={messages}
      action={action}
      actionLast={secret}
      below={below}
      required={attributes.required}
    >
      {(wiring) => (
        <span className={styles.control}>
          {lines === undefined ? (
            <input
              {...attributes}
              {...wiring}
              type={secret && revealed ? 'text' : type}
              data-secret={secret || undefined}
              onKeyUp={secret ? (event) => setCapsLock(event.getModifierState('CapsLock')) : undefined}
              className={classNames(styles.input, secret && scripts && styles.secret)}
            />
          ) : (
            <textarea
              {...(attributes as ComponentPropsWithRef<'textarea'>)}
              {...wiring}
              rows={Math.min(lines, mostRows)}
              className={styles.input}
            />
          )}
          {secret && scripts && (
            <PasswordToggle controls={wiring.id} revealed={revealed} onChange={setRevealed} />
          )}
        </span>
      )}
    </FieldFrame>
  );
}
