import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './TextLink.module.css';

interface TextLinkProps extends ComponentPropsWithRef<'a'> {
  href: string;
}

/** A link in or beside text. */
export function TextLink({ className, children, ...attributes }: TextLinkProps): ReactNode {
  return (
    <a {...attributes} className={classNames(styles.link, className)}>
      {children}
    </a>
  );
}
