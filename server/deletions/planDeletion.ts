import type { Recipient } from '../store/recipient.ts';
import type { Store } from '../store/store.ts';
import type { Hydra } from '../upstreams/hydra.ts';
import type { Identities } from '../upstreams/identities.ts';
import { shutOut } from '../upstreams/shutOut.ts';
import { withDeletion } from '../upstreams/trust.ts';

const dayMs = 24 * 3_600_000;

/** Whether accounts can be deleted with days of grace: what brings one back is a sign-in, of which only Kratos' hooks tell. */
export const canDelete = (
  { identities, store }: { identities?: Identities | undefined; store?: Store | undefined },
  { KRATOS_HOOKS_KEY }: { KRATOS_HOOKS_KEY: readonly string[] },
): boolean => identities !== undefined && store !== undefined && KRATOS_HOOKS_KEY.length > 0;

/**
 * Plans the deletion of an account, and signs its owner out everywhere.
 *
 * @param graceDays for how many days a sign-in gives the plan up: DELETION_GRACE_DAYS
 * @param recipient who is told when the account is gone
 * @returns when it is to be deleted, in milliseconds since 1970
 * @throws PortalError 502 or 504 if the provider does not do it; Error if the database does not answer
 */
export async function planDeletion(
  identity: string,
  { graceDays, recipient }: { graceDays: number; recipient: Recipient },
  {
    identities,
    hydra,
    store,
  }: { identities: Identities; hydra: Hydra | undefined; store: Pick<Store, 'deletions'> },
): Promise<number> {
  const due = Date.now() + graceDays * dayMs;
  // without the mark nothing is deleted, and without the plan nobody would: so the plan is first
  await store.deletions.plan({ identity, due, ...recipient });
  await shutOut({ identities, hydra }, identity, {
    trust: (account) => withDeletion(account, due),
    isDone: (trust) => trust.deletion === due,
  });
  return due;
}
