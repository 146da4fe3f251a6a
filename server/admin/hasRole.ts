import type { Identities } from '../upstreams/identities.ts';
import type { Keto } from '../upstreams/keto.ts';
import type { StoredIdentity } from '../upstreams/storedIdentity.ts';
import { credentialKinds, mayUse, trustOf } from '../upstreams/trust.ts';

/** Whether two addresses are the same: Kratos stores them in lower case. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** An identity, as far as lists of admins name it. */
export type Addressed = Pick<StoredIdentity, 'id' | 'verifiable_addresses'>;

/**
 * Whether a list of admins contains an identity's id, or one of its e-mail addresses. Anybody can register an address
 * and have its owner verify it later, so an address counts only if every credential of the account is confirmed. Traits
 * and unverified addresses do not count.
 *
 * @param admins identity ids and e-mail addresses, as PORTAL_ADMINS lists them
 * @param identities asks Kratos' admin API; without it, no address counts
 * @throws PortalError 502 or 504 when Kratos gives no answer
 */
export async function isListed(
  { id, verifiable_addresses: addresses }: Addressed,
  admins: readonly string[],
  identities: Pick<Identities, 'get'> | undefined,
): Promise<boolean> {
  if (admins.some((admin) => isSame(admin, id))) return true;
  const isNamed = (addresses ?? []).some(
    ({ value, via, verified }) => verified && via === 'email' && admins.some((admin) => isSame(admin, value)),
  );
  const account = isNamed ? await identities?.get(id) : undefined;
  if (!account) return false;
  const trust = trustOf(account);
  return trust === undefined || credentialKinds(account).every((kind) => mayUse(trust, account, kind));
}

/** What gives a role: a list of a setting, and a relation of Keto's. */
interface Role {
  listed: readonly string[];
  relation: string;
}

/** Whom to ask about roles. */
export interface RoleProvider {
  identities?: Pick<Identities, 'get'> | undefined;
  keto?: Pick<Keto, 'check'> | undefined;
}

/** Whether Keto, if there is one, grants `Portal:portal#<relation>@<identity id>`. @throws PortalError 502 or 504 */
export const isGranted = async (
  identity: string,
  relation: string,
  keto: RoleProvider['keto'],
): Promise<boolean> =>
  (await keto?.check({ namespace: 'Portal', object: 'portal', relation, subject_id: identity })) === true;

/** Whether an identity has a role, by its setting or by Keto. @throws PortalError 502 or 504 when the provider gives no answer */
export const hasRole = async (
  identity: Addressed,
  { listed, relation }: Role,
  { identities, keto }: RoleProvider,
): Promise<boolean> =>
  (await isListed(identity, listed, identities)) || (await isGranted(identity.id, relation, keto));
