import { fieldsOf } from '../../shared/fields.ts';
import * as messageId from '../../shared/flow/messageId.ts';
import { type Trust, trustedUntilNow, trustKey, trustOf, withAdded } from '../upstreams/trust.ts';
import type { StoredIdentity } from '../upstreams/storedIdentity.ts';
import { type Decision, goOn, refusal } from './decision.ts';
import { addressChange, methodChanged } from './happened.ts';
import type { Accounts } from './onProof.ts';
import { predatesSecuring, type Question, type SessionOf } from './question.ts';

/** Stores a trust record with the identity that Kratos is about to store. */
const withTrust = (account: StoredIdentity, trust: Trust): { metadata: object } => ({
  metadata: { ...fieldsOf(account.metadata_admin), [trustKey]: trust },
});

/**
 * Decides about a change of the profile, before it is stored: what the account has counts beside its former addresses only.
 * The record is answered even if it stays as it is, because Kratos stores the metadata that it read before it asked. It also says
 * how the address changes: once the profile is stored, only the record still knows.
 */
export async function onProfile(asked: Question, { identities }: Accounts): Promise<Decision> {
  const account = await identities.get(asked.identity.id);
  if (predatesSecuring(asked, account)) return { refusal: refusal(messageId.startAgain) };
  const trust = trustOf(account) ?? trustedUntilNow(account);
  return withTrust(account, { ...trust, changing: addressChange(asked, account) });
}

/** Tells of a profile that was stored. */
async function onStoredProfile({ identity: { id } }: Question, { identities }: Accounts): Promise<Decision> {
  const { changing } = trustOf(await identities.get(id)) ?? {};
  if (!changing) return { happened: { kind: 'profileChanged' } };
  // the history has it from now on; if it cannot be forgotten, the next change of the profile does that
  await identities.forgetChange(id).catch(() => undefined);
  const { wasProved, withOthers, ...about } = changing;
  return {
    happened: { kind: 'addressChanged', about },
    ...(withOthers && { further: { kind: 'profileChanged' } }),
    ...(wasProved && { formerAddress: about.formerAddress }),
  };
}

/**
 * Returns an account, and its trust record if a session asks that is still open once the record has been read: an earlier
 * one would have been ended by the proof of the address.
 */
async function ofOpenSession(asked: Question, { identities }: Accounts, sessionOf: SessionOf) {
  const account = await identities.get(asked.identity.id);
  const trust = trustOf(account);
  return { account, trust: trust && (await sessionOf(asked)) ? trust : undefined };
}

/** Decides about a new password, before it is stored: it counts if an open session sets it. */
export async function onPassword(
  asked: Question,
  accounts: Accounts,
  sessionOf: SessionOf,
): Promise<Decision> {
  const { account, trust } = await ofOpenSession(asked, accounts, sessionOf);
  if (predatesSecuring(asked, account)) return { refusal: refusal(messageId.startAgain) };
  if (!trust) return goOn;
  const confirmed = [...new Set([...trust.confirmed, 'password'])];
  return withTrust(account, { ...trust, confirmed });
}

const isSecondFactor = ({ method }: Question): boolean => method === 'totp' || method === 'lookup_secret';

/** Acts on a change, after it was stored: a credential that a session has added counts if it alone is new. */
export async function onSettings(
  asked: Question,
  accounts: Accounts,
  sessionOf: SessionOf,
): Promise<Decision> {
  if (asked.method === 'profile') return onStoredProfile(asked, accounts);
  if (asked.method === 'password') return { happened: { kind: 'passwordChanged' } };
  const { account, trust } = await ofOpenSession(asked, accounts, sessionOf);
  // a second factor alone signs nobody in
  const after = trust && !isSecondFactor(asked) ? withAdded(trust, account) : trust;
  if (after && after !== trust) await accounts.identities.setTrust(account, after);
  const added = after?.confirmed.find((id) => !trust?.confirmed.includes(id));
  return { happened: methodChanged(asked, account, added) };
}
