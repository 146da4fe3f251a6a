import type { Settings } from './config.ts';

/**
 * Returns a warning if Kratos cannot ask the portal, where that does not prevent the start.
 *
 * @returns one sentence
 */
export const hookWarnings = ({ KRATOS_HOOKS, KRATOS_HOOKS_KEY }: Settings): string[] =>
  KRATOS_HOOKS === 'required' && KRATOS_HOOKS_KEY.length === 0
    ? [
        'KRATOS_HOOKS_KEY is not set: Kratos cannot ask the portal whom it may sign in; production does not start',
      ]
    : [];
