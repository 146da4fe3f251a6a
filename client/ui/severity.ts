import type { ReactNode } from 'react';
import type { IconName } from './iconPaths.ts';

/** The severity of a message. `disabled` and `default` are neutral. */
export type Severity = 'error' | 'success' | 'info' | 'disabled' | 'default';

/** A message at a field. */
export interface FieldMessage {
  /** The provider's message id, or the catalogue key of the portal's own. */
  id: number | string;
  text: ReactNode;
  severity: Severity;
  /** Whether it appears after the page was served and is announced. */
  live?: boolean;
}

/** The icon of each severity, so that colour is never the only indication. */
export const severityIcon: Record<Severity, IconName> = {
  error: 'error',
  success: 'success',
  info: 'info',
  disabled: 'disabled',
  default: 'info',
};
