import type { Settings } from './config.ts';

/**
 * Returns warnings about admin settings that have no effect.
 *
 * @returns one sentence each
 */
export function adminWarnings({ PORTAL_ADMINS, KRATOS_ADMIN_URL }: Settings): string[] {
  if (KRATOS_ADMIN_URL !== undefined || !PORTAL_ADMINS.some((entry) => entry.includes('@'))) return [];
  return [
    'PORTAL_ADMINS lists addresses, which have no effect without KRATOS_ADMIN_URL; list the ids of the identities instead',
  ];
}
