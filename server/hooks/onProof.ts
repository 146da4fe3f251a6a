import type { Hydra } from '../upstreams/hydra.ts';
import type { Identities } from '../upstreams/identities.ts';
import type { StoredIdentity } from '../upstreams/storedIdentity.ts';
import {
  afterProof,
  newlyProved,
  trustedUntilNow,
  trustOf,
  withConfirmed,
  withoutFactors,
  type Trust,
} from '../upstreams/trust.ts';

/** The APIs that act on an account whose address was proved. */
export interface Accounts {
  identities: Identities;
  /** Undefined where the settings name no Hydra. */
  hydra?: Hydra | undefined;
}

/** An account, and what somebody has presented to it. */
interface Presented {
  account: StoredIdentity;
  trust: Trust;
  /** The credentials. */
  methods: readonly string[];
}

/**
 * Acts on the first proof of an address. Only what was presented with it counts from now on; sessions and grants of
 * applications from before end.
 *
 * Sessions end before the record is written, so that whoever reads the new record can tell which session is from
 * before, and again after it, for a sign-in that was just being answered.
 *
 * @param session the one that stays, or `all`; one that the proof is about to open is not stored yet, and stays anyway
 * @throws PortalError 502 or 504 if any of it could not be done: Kratos then refuses the sign-in
 */
export async function onProof(
  { identities, hydra }: Accounts,
  { account, trust, methods }: Presented,
  session?: string | null,
): Promise<void> {
  const endSessions = async (): Promise<void> => {
    if (session !== 'all') await identities.endSessions(account.id, session ?? undefined);
  };
  await endSessions();
  await identities.setTrust(account, afterProof(trust, account, methods));
  await endSessions();
  await hydra?.grants.revoke(account.id, 'all');
}

/**
 * Acts on a mailed code or link that signs somebody in. Second factors that may be somebody else's are removed, unless a
 * credential was presented as well: they would lock the owner of the address out. A trusted account gets its record.
 *
 * @throws PortalError 502 or 504 if any of it could not be done: Kratos then refuses the sign-in
 */
export async function onMailbox(
  accounts: Accounts,
  { account, methods }: Omit<Presented, 'trust'>,
): Promise<void> {
  const { identities } = accounts;
  const trust = trustOf(account);
  if (!trust) {
    await identities.setTrust(account, trustedUntilNow(account));
    return;
  }
  const isProof = newlyProved(trust, account).length > 0;
  if (isProof) await onProof(accounts, { account, trust, methods });
  const after = (isProof ? afterProof : withConfirmed)(trust, account, methods);
  if (after.foreignFactors) await identities.removeSecondFactors(account);
  else if (isProof || after.confirmed.length === trust.confirmed.length) return;
  await identities.setTrust(account, withoutFactors(after));
}
