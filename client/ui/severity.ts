import type { ReactNode } from 'react';

/** How grave a message is. `disabled` and `default` are for what is said without any judgement. */
export type Severity = 'error' | 'success' | 'info' | 'disabled' | 'default';

/** A message that stands at a field. */
export interface FieldMessage {
  /** The provider's message id, or the catalogue key of the portal's own. */
  id: number | string;
  text: ReactNode;
  severity: Severity;
}
