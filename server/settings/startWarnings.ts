import type { Settings } from './config.ts';

/** Returns a sentence for each setting that has no effect, or with which production would not start. */
export function startWarnings(settings: Settings): string[] {
  const { PORTAL_ADMINS, KRATOS_ADMIN_URL, KRATOS_HOOKS, KRATOS_HOOKS_KEY } = settings;
  const warnings: string[] = [];
  if (KRATOS_HOOKS === 'required' && KRATOS_HOOKS_KEY.length === 0)
    warnings.push(
      'KRATOS_HOOKS_KEY is not set: Kratos cannot ask the portal whom it may sign in; production does not start',
    );
  if (KRATOS_ADMIN_URL === undefined && PORTAL_ADMINS.some((entry) => entry.includes('@')))
    warnings.push(
      'PORTAL_ADMINS lists addresses, which have no effect without KRATOS_ADMIN_URL; list the ids of the identities instead',
    );
  return warnings;
}
