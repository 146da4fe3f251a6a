import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import { severityIcon, type FieldMessage } from './severity.ts';
import styles from './FieldMessages.module.css';

/** The messages of one field. */
export function FieldMessages({ id, messages }: { id: string; messages: FieldMessage[] }): ReactNode {
  if (messages.length === 0) return null;
  const role = messages.some(({ live }) => live) ? 'alert' : undefined;
  return (
    <div id={id} role={role} className={styles.messages}>
      {messages.map((message, index) => (
        <div
          key={`${message.id}-${index}`}
          data-message={message.id}
          className={classNames(styles.message, styles[message.severity])}
        >
          <Icon name={severityIcon[message.severity]} />
          <div>{message.text}</div>
        </div>
      ))}
    </div>
  );
}
