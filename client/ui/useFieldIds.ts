import { useId, type ReactNode } from 'react';
import { classNames } from './classNames.ts';
import type { FieldMessage } from './severity.ts';

interface Wirable {
  id?: string;
  'aria-describedby'?: string;
}

interface FieldIds {
  id: string;
  hintId: string;
  messagesId: string;
  /** The attributes that tie the control to its hint and messages. */
  wiring: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };
}

/**
 * Ties a control to its hint and messages: the only place that sets `aria-describedby` and `aria-invalid`.
 *
 * @param attributes the control's own, whose id and description are kept
 * @param hint whether there is one
 * @param messages an error among them makes the control invalid
 */
export function useFieldIds(attributes: Wirable, hint: ReactNode, messages: FieldMessage[]): FieldIds {
  const ownId = useId();
  const id = attributes.id ?? ownId;
  const hintId = `${id}-hint`;
  const messagesId = `${id}-messages`;
  const described = classNames(
    attributes['aria-describedby'],
    Boolean(hint) && hintId,
    messages.length > 0 && messagesId,
  );
  const invalid = messages.some(({ severity }) => severity === 'error');
  return {
    id,
    hintId,
    messagesId,
    wiring: { id, 'aria-describedby': described || undefined, 'aria-invalid': invalid || undefined },
  };
}
