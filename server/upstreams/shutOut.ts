import { setTimeout as pause } from 'node:timers/promises';
import type { Hydra } from './hydra.ts';
import type { Identities } from './identities.ts';
import type { StoredIdentity } from './storedIdentity.ts';
import { trustOf, type Trust } from './trust.ts';
import { upstreamFailed } from './upstreamErrors.ts';

/**
 * How long a change that began before the sessions ended may take to be stored, in milliseconds. Kratos stores the whole account as
 * it has read it, with its former addresses and record: what was written is looked at after that, and done again if it is gone.
 */
const settleMs = 1000;

/** How often it is written. */
const mostTries = 5;

/**
 * Writes an account's trust record, and lets nobody stay in it: all sessions end, at Kratos and Hydra, and all applications lose
 * their access. May be repeated.
 *
 * @param trust returns the record to write
 * @param isDone whether a record that was read is the one that was written
 * @returns the account afterwards
 * @throws PortalError 502 or 504 if the provider does not do it, or it does not stay
 */
export async function shutOut(
  { identities, hydra }: { identities: Identities; hydra: Hydra | undefined },
  id: string,
  { trust, isDone }: { trust: (account: StoredIdentity) => Trust; isDone: (trust: Trust) => boolean },
): Promise<StoredIdentity> {
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    const before = await identities.get(id);
    await identities.setTrust(before, trust(before));
    await identities.endSessions(id, undefined);
    await hydra?.grants.revoke(id, 'all');
    await hydra?.grants.endLogins(id);
    await pause(settleMs);
    const account = await identities.get(id);
    const current = trustOf(account);
    if (current && isDone(current)) return account;
  }
  throw upstreamFailed();
}
