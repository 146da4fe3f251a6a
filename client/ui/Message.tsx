import type { ReactNode, Ref } from 'react';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import { initialFocus } from './initialFocus.ts';
import { type Severity, severityIcon } from './severity.ts';
import styles from './Message.module.css';

interface MessageProps {
  severity: Severity;
  /** The provider's message id, or the catalogue key of the portal's own: operators find it by `data-message`. */
  name: number | string;
  id?: string;
  /** Whether it appears after the page was served and is announced: errors assertively, all others politely. */
  live?: boolean;
  /** Whether the page opens with the focus on it. */
  focused?: boolean;
  /** For example -1, if the page moves the focus to the message. */
  tabIndex?: number;
  ref?: Ref<HTMLDivElement>;
  /** Called when the focus leaves the message, or moves within it. */
  onBlur?: () => void;
  children: ReactNode;
}

/** A message about the whole form or page. */
export function Message(props: MessageProps): ReactNode {
  const { severity, name, live = false, focused, children, ...attributes } = props;
  const role = live ? (severity === 'error' ? 'alert' : 'status') : undefined;
  return (
    <div
      {...attributes}
      {...(focused && initialFocus)}
      data-message={name}
      role={role}
      className={classNames(styles.message, styles[severity])}
    >
      <Icon name={severityIcon[severity]} />
      <div className={styles.text}>{children}</div>
    </div>
  );
}
