import type { ComponentPropsWithRef, ReactNode } from 'react';
import { buttonClass, type ButtonLook } from './buttonClass.ts';
import styles from './Button.module.css';

interface ButtonLinkProps extends ButtonLook, ComponentPropsWithRef<'a'> {
  href: string;
  icon?: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({
  size,
  variant,
  icon,
  className,
  children,
  ...attributes
}: ButtonLinkProps): ReactNode {
  return (
    <a {...attributes} className={buttonClass({ size, variant }, className)}>
      {icon}
      <span className={styles.label}>{children}</span>
    </a>
  );
}
