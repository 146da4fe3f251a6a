import { lockedTrust, lowerCaseAddresses, secondFactors, trustOf } from '../../upstreams/trust.ts';
import type { Activity } from '../../../shared/activity.ts';
import type { Hydra } from '../../upstreams/hydra.ts';
import type { Identities } from '../../upstreams/identities.ts';
import { shutOut } from '../../upstreams/shutOut.ts';
import type { StoredIdentity } from '../../upstreams/storedIdentity.ts';
import type { Store } from '../../store/store.ts';
import type { Happened } from '../../store/events.ts';

/** Why an account is secured. */
export interface Cause {
  /** The id of the identity. */
  identity: string;
  /** When the event happened that was not its owner, in milliseconds since 1970. */
  at: number;
  /** The address to put back: the one that the event took from the account. */
  former?: string | undefined;
  /** Whether a mail's link says so, rather than somebody who has just signed in. */
  isByLink: boolean;
}

/** What locks an account. */
export interface LockOptions {
  identities: Identities;
  hydra: Hydra | undefined;
  store: Pick<Store, 'history'>;
}

/** How much of the history is read: more pages than a week of changes fills. */
const mostPages = 10;

/** Returns what was changed since a time, the latest first. @throws Error if the database does not answer */
export async function changesSince(
  { history }: Pick<Store, 'history'>,
  { identity, at }: Pick<Cause, 'identity' | 'at'>,
): Promise<Activity[]> {
  const changes: Activity[] = [];
  let after: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const { events, next } = await history(identity, { group: 'changes', after });
    changes.push(...events.filter((event) => event.at >= at));
    after = next;
    if (after === undefined || (events.at(-1)?.at ?? 0) < at) break;
  }
  return changes;
}

/**
 * Whether a cause still counts. Once the owner has secured an account, no earlier event does: its mails may have gone to
 * somebody else. Only a former address is put back whatever was secured since, unless one from before it was: who has had the
 * account longest wins.
 */
export function isOver(account: StoredIdentity, { at, former, isByLink }: Cause): boolean {
  const secured = trustOf(account)?.secured;
  if (!isByLink || !secured || at > secured.at) return false;
  return former === undefined || (secured.restored !== undefined && secured.restored <= at);
}

/** Returns the address that took the place of a former one, by the changes since, the latest first. */
function successorOf(former: string, changes: readonly Activity[]): string | undefined {
  let current: string | undefined;
  for (const { kind, about } of changes.toReversed()) {
    if (kind !== 'addressChanged' || about.address === undefined) continue;
    const replaced = about.formerAddress?.toLowerCase();
    if (replaced === (current ?? former).toLowerCase()) current = about.address;
  }
  return current;
}

/** Whether nobody has proved an address of an account, or presented a credential: anybody can sign up with any address. */
function isOfNobody(account: StoredIdentity): boolean {
  const trust = trustOf(account);
  return (
    trust !== undefined &&
    trust.addresses.length + trust.confirmed.length === 0 &&
    lowerCaseAddresses(account, true).length === 0
  );
}

/** Puts a former address back. @returns false if somebody else has it now, or nothing is known of its change */
async function putBack(
  identities: Identities,
  account: StoredIdentity,
  former: string,
  changes: readonly Activity[],
): Promise<boolean> {
  const has = [...lowerCaseAddresses(account, true), ...lowerCaseAddresses(account, false)];
  if (has.includes(former.toLowerCase())) return true;
  const current = successorOf(former, changes);
  if (current === undefined) return false;
  if (await identities.replaceAddress(account, current, former)) return true;
  // somebody may have signed up with it in the meantime, to keep it
  const others = (await identities.signingInWith(former)).filter(({ id }) => id !== account.id);
  if (others.length === 0 || !others.every(isOfNobody)) return false;
  for (const { id } of others) await identities.remove(id);
  return identities.replaceAddress(account, current, former);
}

/**
 * Removes the second factors that were added since: their owner could not get in. Of several security keys, one may be the
 * owner's, who can use it.
 */
async function removeNewFactors(
  identities: Identities,
  { id, credentials }: StoredIdentity,
  added: readonly string[],
): Promise<void> {
  for (const kind of secondFactors) {
    const count = credentials?.[kind]?.config?.credentials?.length ?? 0;
    if (added.includes(kind) && credentials?.[kind] && count < 2) await identities.removeCredential(id, kind);
  }
}

/** What securing an account has done. */
export interface Locked {
  /** `over` if the cause does not count any more, `taken` if the former address belongs to somebody else. */
  outcome: 'locked' | 'over' | 'taken';
  happened: Happened[];
}

/**
 * Secures an account: nothing lets anybody in without a mailed code, and nobody stays in. Each step may be repeated.
 *
 * @throws PortalError 502 or 504 if the provider does not do it; Error if the history cannot be read
 */
export async function lockAccount(cause: Cause, { identities, hydra, store }: LockOptions): Promise<Locked> {
  const { identity, at, former } = cause;
  const found = await identities.get(identity);
  if (isOver(found, cause)) return { outcome: 'over', happened: [] };
  const changes = await changesSince(store, cause);
  const added = changes.flatMap(({ kind, about }) => (kind === 'methodAdded' ? (about.method ?? []) : []));

  const isBack = former === undefined || (await putBack(identities, found, former, changes));
  const restored = former !== undefined && isBack ? at : trustOf(found)?.secured?.restored;
  const secured = { at: Date.now(), since: at, ...(restored !== undefined && { restored }) };
  const account = await shutOut({ identities, hydra }, identity, {
    trust: (current) => lockedTrust(current, secured, added),
    isIn: (trust) => trust.secured?.at === secured.at,
  });
  await removeNewFactors(identities, account, added);
  return {
    outcome: isBack ? 'locked' : 'taken',
    happened: [
      { kind: 'secured' },
      ...(former !== undefined && isBack
        ? [{ kind: 'addressRestored', about: { address: former } } as const]
        : []),
    ],
  };
}
