import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { buttonClass, type ButtonLook } from './buttonClass.ts';
import { Spinner } from './Spinner.tsx';
import styles from './Button.module.css';

interface ButtonProps extends ButtonLook, ComponentPropsWithRef<'button'> {
  icon?: ReactNode;
  /** Whether the button's action is in progress: it keeps its size and focus, and ignores further presses. */
  busy?: boolean;
}

/** A button; a submit button unless `type` says otherwise. `small` is as wide as its text, the others fill the row. */
export function Button({
  size,
  variant,
  icon,
  busy = false,
  type = 'submit',
  className,
  onClick,
  children,
  ...attributes
}: ButtonProps): ReactNode {
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...attributes}
      type={type}
      className={buttonClass({ size, variant }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
    >
      {busy ? <Spinner /> : icon}
      <span className={styles.label}>{children}</span>
    </button>
  );
}
