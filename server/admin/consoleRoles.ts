import { includesRole, type ConsoleRole } from '../../shared/console/acts.ts';
import type { Settings } from '../settings/config.ts';
import { identifiersIn, type StoredIdentity } from '../upstreams/storedIdentity.ts';
import { hasRole, isGranted, type Addressed, type RoleProvider } from './hasRole.ts';

/** The roles, the most powerful first, with the setting that lists who has it and the relation that grants it. */
const roles = [
  { role: 'write', setting: 'PORTAL_ADMINS', relation: 'administer' },
  { role: 'help', setting: 'PORTAL_HELPERS', relation: 'help' },
  { role: 'read', setting: 'PORTAL_READERS', relation: 'read' },
] as const satisfies { role: ConsoleRole; setting: keyof Settings; relation: string }[];

/** What names the people with a role, and whom to ask about them. */
export interface ConsoleRolesOptions {
  settings: Pick<Settings, (typeof roles)[number]['setting']>;
  provider: RoleProvider;
}

/**
 * Returns what an identity may do in the console: the most that a setting lists it for, by id or proved address, or that Keto
 * grants as `Portal:portal#administer`, `#help` or `#read`. Nothing is kept between visits.
 *
 * @returns undefined for somebody without a role
 * @throws PortalError 502 or 504 when the provider gives no answer
 */
export async function consoleRole(
  identity: Addressed,
  { settings, provider }: ConsoleRolesOptions,
): Promise<ConsoleRole | undefined> {
  for (const { role, setting, relation } of roles) {
    if (await hasRole(identity, { listed: settings[setting], relation }, provider)) return role;
  }
  return undefined;
}

/**
 * Returns the role that whoever acts on an account needs at least: the one that the account may have, also by an address that it has
 * not proved at the moment. Who helps cannot take over, or lock out, who is trusted with more.
 *
 * @throws PortalError 502 or 504 when Keto gives no answer
 */
export async function roleToActOn(
  account: StoredIdentity,
  least: ConsoleRole,
  { settings, provider }: ConsoleRolesOptions,
): Promise<ConsoleRole> {
  const names = [account.id, ...identifiersIn(account)].map((name) => name.toLowerCase());
  for (const { role, setting, relation } of roles) {
    if (includesRole(least, role)) break;
    const isNamed = settings[setting].some((one) => names.includes(one.toLowerCase()));
    if (isNamed || (await isGranted(account.id, relation, provider.keto))) return role;
  }
  return least;
}
