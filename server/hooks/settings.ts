import { fieldsOf } from '../../shared/fields.ts';
import type { Kratos } from '../upstreams/kratos.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import { type Trust, trustedUntilNow, trustKey, trustOf, withAdded } from '../upstreams/trust.ts';
import type { StoredIdentity } from '../upstreams/storedIdentity.ts';
import { type Decision, goOn } from './decision.ts';
import type { Accounts } from './onProof.ts';
import { ownSession, type Question } from './question.ts';

/** Stores a trust record with the identity that Kratos is about to store. */
const withTrust = (account: StoredIdentity, trust: Trust): Decision => ({
  metadata: { ...fieldsOf(account.metadata_admin), [trustKey]: trust },
});

/**
 * Decides about a change of the profile, before it is stored: what the account has counts beside its former addresses only.
 * The record is answered even if it stays as it is, because Kratos stores the metadata that it read before it asked.
 */
export async function onProfile(asked: Question, { identities }: Accounts): Promise<Decision> {
  const account = await identities.get(asked.identity.id);
  return withTrust(account, trustOf(account) ?? trustedUntilNow(account));
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
  return withTrust(account, { ...trust, confirmed });
}

/** Acts on another change, after it was stored: a credential that a session has added counts if it alone is new. */
export async function onSettings(
  asked: Question,
  { identities }: Accounts,
  { kratos, cookies }: Browsers,
): Promise<Decision> {
  const account = await identities.get(asked.identity.id);
  const trust = trustOf(account);
  if (!trust || !(await ownSession(asked, kratos, cookies))) return goOn;
  const after = withAdded(trust, account);
  if (after !== trust) await identities.setTrust(account, after);
  return goOn;
}
