import type { MouseEvent, ReactNode } from 'react';
import type { UiNode } from '@ory/client';
import { inputAttributes } from '../../shared/flow/inputAttributes.ts';
import { useHydrated } from '../ui/useHydrated.ts';
import { valueOf } from '../../shared/flow/shownValue.ts';
import styles from './FlowForm.module.css';

/** Whether a node is a button that runs a script instead of submitting the form. */
export const isTrigger = (node: UiNode): boolean => inputAttributes(node)?.type === 'button';

/**
 * On Enter browsers press a form's first submit button: this hidden copy of the primary button comes first. If
 * disabled, it keeps Enter from pressing any. A copy of a button that runs a script is never sent, so it has no value: the
 * value that asks for a security key is a thousand characters long.
 */
export function EnterButton({ primary }: { primary?: UiNode }): ReactNode {
  const scripts = useHydrated();
  const input = primary && inputAttributes(primary);
  const trigger = primary && isTrigger(primary);
  const pressTrigger = (event: MouseEvent<HTMLInputElement>): void => {
    event.preventDefault();
    const buttons = event.currentTarget.form?.querySelectorAll('button');
    Array.from(buttons ?? [])
      .find(({ name }) => name === input?.name)
      ?.click();
  };
  return (
    <input
      type="submit"
      className={styles.enter}
      name={trigger ? undefined : input?.name}
      value={input && !trigger ? valueOf(input) : ''}
      disabled={!input || (trigger && !scripts)}
      onClick={trigger ? pressTrigger : undefined}
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
