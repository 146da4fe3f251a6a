import { fieldsOf } from '../../shared/fields.ts';
import type { Kratos } from '../provider/kratos.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import {
  addressesOf,
  settled,
  trustedUntilNow,
  trustKey,
  trustOf,
  withAdded,
  type Trust,
} from '../provider/trust.ts';
import type { StoredIdentity } from '../provider/storedIdentity.ts';
import { goOn, type Decision } from './decision.ts';
import type { Accounts } from './onProof.ts';
import { ownSession } from './ownSession.ts';
import type { Question } from './question.ts';

const allAddresses = (account: Pick<StoredIdentity, 'verifiable_addresses'>): string[] => [
  ...addressesOf(account, true),
  ...addressesOf(account, false),
];

/** Returns the texts of traits, in lower case. */
function textsIn(traits: unknown): string[] {
  if (typeof traits === 'string') return [traits.trim().toLowerCase()];
  return typeof traits === 'object' && traits !== null ? Object.values(traits).flatMap(textsIn) : [];
}

/** Stores a trust record with the identity that Kratos is about to store. */
const withTrust = (account: StoredIdentity, trust: Trust | undefined): Decision => ({
  metadata: { ...fieldsOf(account.metadata_admin), [trustKey]: trust ?? null },
});

/**
 * Decides about a change of the profile, before it is stored. A new address marks an account that was trusted: what it
 * has counts beside its former addresses only.
 *
 * A record is answered even if it stays as it is. Kratos stores the metadata that it read before it asked: of two changes
 * at once, the second would store that there is none.
 */
export async function onProfile(asked: Question, { identities }: Accounts): Promise<Decision> {
  const account = await identities.get(asked.identity.id);
  const trust = trustOf(account);
  if (trust) return withTrust(account, trust);
  // Kratos reads addresses after traits and metadata: in between, another change may have been stored
  const texts = textsIn(account.traits);
  const former = allAddresses(account).filter((address) => texts.includes(address));
  const isSame = allAddresses(asked.identity).every((address) => former.includes(address));
  return isSame ? goOn : withTrust(account, trustedUntilNow(account));
}

/** A browser's session, and who knows it. */
interface Browsers {
  kratos: Pick<Kratos, 'whoami'>;
  cookies: ProviderCookies;
}

/**
 * Decides about a new password, before it is stored: it counts if a session sets it that is still open once the record
 * has been read. An earlier one would have been ended by the proof of the address.
 */
export async function onPassword(
  asked: Question,
  { identities }: Accounts,
  { kratos, cookies }: Browsers,
): Promise<Decision> {
  const account = await identities.get(asked.identity.id);
  const trust = trustOf(account);
  if (!trust || !(await ownSession(asked, kratos, cookies))) return goOn;
  const confirmed = [...new Set([...trust.confirmed, 'password'])];
  return withTrust(account, settled({ ...trust, confirmed }, account));
}

/**
 * Acts on another change of the ways to sign in, after it was stored: a credential that a session has added counts,
 * if it is the only new one.
 */
export async function onSettings(
  asked: Question,
  { identities }: Accounts,
  { kratos, cookies }: Browsers,
): Promise<void> {
  const account = await identities.get(asked.identity.id);
  const trust = trustOf(account);
  if (!trust || !(await ownSession(asked, kratos, cookies))) return;
  const after = withAdded(trust, account);
  const kept = settled(after, account);
  if (kept === undefined || after !== trust) await identities.setTrust(account, kept);
}
