import type { IconName } from './iconPaths.ts';
import type { Severity } from './severity.ts';

/** The icon of each severity, so that it is never shown by colour alone. */
export const severityIcon: Record<Severity, IconName> = {
  error: 'error',
  success: 'success',
  info: 'info',
  disabled: 'disabled',
  default: 'info',
};
