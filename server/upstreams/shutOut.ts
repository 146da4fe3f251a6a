import type { Hydra } from './hydra.ts';
import type { Identities } from './identities.ts';
import type { StoredIdentity } from './storedIdentity.ts';
import { trustOf, type Trust } from './trust.ts';

/**
 * Writes an account's trust record, and lets nobody stay in it: all sessions end, at Kratos and Hydra, and all applications lose
 * their access. May be repeated.
 *
 * @param change returns the record to write, and whether one that was read has it
 * @returns the account afterwards
 * @throws PortalError 502 or 504 if the provider does not do it
 */
export async function shutOut(
  { identities, hydra }: { identities: Identities; hydra: Hydra | undefined },
  id: string,
  { trust, isIn }: { trust: (account: StoredIdentity) => Trust; isIn: (trust: Trust) => boolean },
): Promise<StoredIdentity> {
  // a change that began earlier may be stored in between, with the record as it was
  const mostTries = 3;
  for (let attempt = 0; ; attempt += 1) {
    const account = await identities.get(id);
    const current = trustOf(account);
    if (attempt > 0 && current && isIn(current)) {
      await hydra?.grants.revoke(id, 'all');
      await hydra?.grants.endLogins(id);
      return account;
    }
    if (attempt === mostTries) throw new Error('the trust record does not stay');
    await identities.setTrust(account, trust(account));
    await identities.endSessions(id, undefined);
  }
}
