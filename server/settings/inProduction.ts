import { isPlainSecret } from './plainSecret.mjs';

/** The accounts that `npm start` creates; their passwords are published. */
export const localAccounts = ['user@portal.example', 'admin@portal.example'];

const entriesOf = (list = ''): string[] => list.toLowerCase().split(/[\s,]+/);

/**
 * Checks for settings that are fine on a developer's machine but dangerous in production.
 *
 * @param set the variables that are set
 * @returns a line for each setting that production refuses, without its value
 */
export function refusedInProduction(set: NodeJS.ProcessEnv): string[] {
  const lines: string[] = [];
  if (set.COOKIE_SECRET === undefined)
    lines.push('COOKIE_SECRET: is required in production (at least 32 random characters)');
  else if (set.COOKIE_SECRET.length >= 32 && isPlainSecret(set.COOKIE_SECRET))
    lines.push('COOKIE_SECRET: must be random; this one is repetitive, or has too few different characters');
  if (set.KRATOS_DEV === 'true' && /^\s*https:/i.test(set.PORTAL_URL ?? ''))
    lines.push('KRATOS_DEV: must be false where PORTAL_URL is https');
  if (entriesOf(set.PORTAL_ADMINS).some((entry) => localAccounts.includes(entry)))
    lines.push('PORTAL_ADMINS: must not name an account that `npm start` creates; its password is published');
  return lines;
}
