import { useId, type ReactNode } from 'react';
import { classNames } from './classNames.ts';
import type { FieldMessage } from './severity.ts';

/** The attributes that associate a control with its hint and messages. */
export interface Wiring {
  id: string;
  'aria-describedby'?: string;
  /** Always set: browsers consider an empty required field invalid before the user has tried it. */
  'aria-invalid': boolean;
}

interface FieldIds {
  hintId: string;
  messagesId: string;
  wiring: Wiring;
}

/**
 * Associates a control with its hint and messages: the only place that sets `aria-describedby` and `aria-invalid`.
 *
 * @param messages an error among them makes the control invalid
 */
export function useFieldIds(hint: ReactNode, messages: FieldMessage[]): FieldIds {
  const id = useId();
  const hintId = `${id}-hint`;
  const messagesId = `${id}-messages`;
  const described = classNames(Boolean(hint) && hintId, messages.length > 0 && messagesId);
  const invalid = messages.some(({ severity }) => severity === 'error');
  return {
    hintId,
    messagesId,
    wiring: { id, 'aria-describedby': described || undefined, 'aria-invalid': invalid },
  };
}
