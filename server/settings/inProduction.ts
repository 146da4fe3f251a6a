import { inconsistencies } from './inconsistencies.mjs';
import { isPlainSecret } from './plainSecret.mjs';

/** The accounts that `npm start` creates; their passwords are published. */
export const localAccounts = ['user@portal.example', 'admin@portal.example'];

const entriesOf = (list = ''): string[] => list.toLowerCase().split(/[\s,]+/);

/** What the operator of another Kratos can do about settings that its web hooks need. */
const andOff = ', for Kratos’ web hooks; KRATOS_HOOKS=off starts without them';

/** Returns a line if a secret is missing or not random. */
function wrongSecret(set: NodeJS.ProcessEnv, name: string, why: string): string[] {
  const secret = set[name];
  if (secret === undefined)
    return [`${name}: is required in production (at least 32 random characters)${why}`];
  return secret.split(',').some((one) => one.length >= 32 && isPlainSecret(one))
    ? [`${name}: must be random; this one is repetitive, or has too few different characters`]
    : [];
}

/**
 * Checks for settings that are fine on a developer's machine but dangerous in production.
 *
 * @returns a line for each setting that production refuses, without its value
 */
export function refusedInProduction(set: NodeJS.ProcessEnv): string[] {
  const asked = set.KRATOS_HOOKS !== 'off';
  const lines = [
    ...wrongSecret(set, 'COOKIE_SECRET', ''),
    ...(asked ? wrongSecret(set, 'KRATOS_HOOKS_KEY', andOff) : []),
  ];
  if (asked && (set.KRATOS_ADMIN_URL ?? set.ORY_SDK_URL) === undefined)
    lines.push(`KRATOS_ADMIN_URL: is required in production${andOff}`);
  if (entriesOf(set.PORTAL_ADMINS).some((entry) => localAccounts.includes(entry)))
    lines.push('PORTAL_ADMINS: must not name an account that `npm start` creates; its password is published');
  return [...lines, ...inconsistencies(set)];
}
