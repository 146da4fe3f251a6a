import { useId, useRef, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '../../../ui/Button.tsx';
import { useHydrated } from '../../../ui/useHydrated.ts';
import styles from './Confirm.module.css';

interface ConfirmProps {
  /** The text of the button that asks. */
  action: ReactNode;
  /** The accessible name of the button that asks, if its text does not state its purpose. */
  name?: string;
  /** What is done, as on a button; asked as a question. */
  question: ReactNode;
  /** The consequence: what ends, and what stays. */
  consequence?: ReactNode;
  /** What may be done together with it. */
  option?: ReactNode;
  /** The text of the button that performs the action. */
  verb: ReactNode;
  /** The field that this button sends, and its node, if any. */
  submit: { name: string; value: string; 'data-node'?: string };
  disabled?: boolean;
  busy?: boolean;
}

/**
 * A destructive action that asks first: in a dialog with the focus on Cancel, or, without scripts, in a disclosure.
 * Place it inside the form that it submits.
 */
export function Confirm(props: ConfirmProps): ReactNode {
  const { action, name, question, consequence, option, verb, submit, disabled, busy } = props;
  const scripts = useHydrated();
  const [title, text] = [useId(), useId()];
  const dialog = useRef<HTMLDialogElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const close = (): void => dialog.current?.close();
  const explanation = (
    <>
      <p id={title} className={styles.question}>
        <FormattedMessage id="settings.question" values={{ action: question }} />
      </p>
      {consequence && (
        <p id={text} className={styles.consequence}>
          {consequence}
        </p>
      )}
      {option}
    </>
  );
  const button = (
    <Button
      {...submit}
      size="small"
      variant="danger"
      className={styles.does}
      formNoValidate
      aria-describedby={consequence ? `${title} ${text}` : title}
      onClick={close}
    >
      {verb}
    </Button>
  );
  if (!scripts)
    return (
      <details className={styles.asks}>
        <summary className={styles.action} aria-label={name}>
          {action}
        </summary>
        <div className={styles.words}>
          {explanation}
          {button}
        </div>
      </details>
    );
  return (
    <>
      <Button
        type="button"
        size="small"
        variant="danger"
        aria-label={name}
        aria-haspopup="dialog"
        disabled={disabled}
        busy={busy}
        onClick={() => {
          dialog.current?.showModal();
          cancel.current?.focus();
        }}
      >
        {action}
      </Button>
      <dialog
        ref={dialog}
        className={styles.dialog}
        aria-labelledby={title}
        aria-describedby={consequence ? text : undefined}
      >
        <div className={styles.words}>
          {explanation}
          <div className={styles.buttons}>
            {button}
            <Button ref={cancel} type="button" size="small" variant="plain" onClick={close}>
              <FormattedMessage id="settings.cancel" />
            </Button>
          </div>
        </div>
      </dialog>
    </>
  );
}
