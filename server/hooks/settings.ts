import { fieldsOf } from '../../shared/fields.ts';
import { type Trust, trustedUntilNow, trustKey, trustOf, withAdded } from '../upstreams/trust.ts';
import type { StoredIdentity } from '../upstreams/storedIdentity.ts';
import { type Decision, goOn } from './decision.ts';
import type { Accounts } from './onProof.ts';
import type { Question, SessionOf } from './question.ts';

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

/**
 * Returns an account with its trust record, if a session asks that is still open once the record has been read: an earlier
 * one would have been ended by the proof of the address.
 */
async function ofOpenSession(asked: Question, { identities }: Accounts, sessionOf: SessionOf) {
  const account = await identities.get(asked.identity.id);
  const trust = trustOf(account);
  return trust && (await sessionOf(asked)) ? { account, trust } : undefined;
}

/** Decides about a new password, before it is stored: it counts if an open session sets it. */
export async function onPassword(
  asked: Question,
  accounts: Accounts,
  sessionOf: SessionOf,
): Promise<Decision> {
  const found = await ofOpenSession(asked, accounts, sessionOf);
  if (!found) return goOn;
  const confirmed = [...new Set([...found.trust.confirmed, 'password'])];
  return withTrust(found.account, { ...found.trust, confirmed });
}

/** Acts on another change, after it was stored: a credential that a session has added counts if it alone is new. */
export async function onSettings(
  asked: Question,
  accounts: Accounts,
  sessionOf: SessionOf,
): Promise<Decision> {
  const found = await ofOpenSession(asked, accounts, sessionOf);
  if (!found) return goOn;
  const after = withAdded(found.trust, found.account);
  if (after !== found.trust) await accounts.identities.setTrust(found.account, after);
  return goOn;
}
