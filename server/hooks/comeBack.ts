import { cameBackKey } from '../../shared/cameBack.ts';
import type { StoredIdentity } from '../upstreams/storedIdentity.ts';
import { trustOf, withDeletion } from '../upstreams/trust.ts';
import { isRefusal, type Decision } from './decision.ts';
import type { Accounts } from './onProof.ts';

/** Keeps an account that was to be deleted, because its owner signs in. @param before the account as it was read */
export async function comeBack(
  decision: Decision,
  before: StoredIdentity,
  { identities }: Accounts,
): Promise<Decision> {
  if (isRefusal(decision) || trustOf(before)?.deletion === undefined) return decision;
  // the decision may have changed the record
  const account = await identities.get(before.id);
  await identities.setTrust(account, withDeletion(account, undefined));
  await identities.setPublic(account.id, cameBackKey, true);
  return { ...decision, further: { kind: 'deletionCancelled' } };
}
