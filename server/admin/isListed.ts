import type { Identities } from '../upstreams/identities.ts';
import type { AdminSession } from '../upstreams/kratos.ts';
import { credentialKinds, mayUse, trustOf } from '../upstreams/trust.ts';

/** Whether two addresses are the same: Kratos stores them in lower case. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

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
  { id, verifiable_addresses: addresses }: AdminSession['identity'],
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
