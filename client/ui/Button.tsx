import { useId, type ComponentPropsWithRef, type MouseEvent, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { classNames } from './classNames.ts';
import { buttonClass, type ButtonLook } from './buttonClass.ts';
import { Spinner } from './Spinner.tsx';
import styles from './Button.module.css';

interface ButtonProps extends ButtonLook, ComponentPropsWithRef<'button'> {
  icon?: ReactNode;
  /** A tag at the button's end, such as 'Last used': its accessible description. */
  tag?: ReactNode;
  /** Whether the button's action is in progress: it keeps its words, size and focus, and ignores further presses. */
  busy?: boolean;
}

/** A button; a submit button unless `type` says otherwise. `small` is as wide as its text, the others fill the row. */
export function Button({
  size,
  variant,
  align,
  icon,
  tag,
  busy = false,
  type = 'submit',
  className,
  onClick,
  children,
  ...attributes
}: ButtonProps): ReactNode {
  const tagId = useId();
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  const content = (
    <>
      {busy ? <Spinner /> : icon}
      <span className={styles.label}>{children}</span>
      {busy && (
        // a live region says it to screen readers
        <span className={styles.wait} aria-hidden="true">
          <FormattedMessage id="common.pleaseWait" />
        </span>
      )}
    </>
  );
  return (
    <button
      {...attributes}
      type={type}
      className={buttonClass(
        { size, variant, align },
        classNames(
          Boolean(tag) && styles.tagged,
          busy && styles.busy,
          busy && !icon && styles.beside,
          className,
        ),
      )}
      {...(tag ? { 'aria-describedby': tagId } : {})}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
    >
      {tag ? <span className={styles.line}>{content}</span> : content}
      {tag && (
        <span className={styles.tag} id={tagId} aria-hidden="true">
          {tag}
        </span>
      )}
    </button>
  );
}
