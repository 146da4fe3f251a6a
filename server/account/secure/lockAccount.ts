import {
  lockedTrust,
  lowerCaseAddresses,
  secondFactors,
  securedTrust,
  trustOf,
} from '../../upstreams/trust.ts';
import type { Activity } from '../../../shared/activity.ts';
import type { Hydra } from '../../upstreams/hydra.ts';
import type { Identities } from '../../upstreams/identities.ts';
import { upstreamFailed } from '../../upstreams/upstreamErrors.ts';
import { shutOut } from '../../upstreams/shutOut.ts';
import { pointersTo } from '../../upstreams/pointers.ts';
import type { StoredIdentity } from '../../upstreams/storedIdentity.ts';
import type { Store } from '../../store/store.ts';
import type { Happened } from '../../store/events.ts';

/** An address that the account has lost, and where its profile had it: a JSON pointer. */
interface FormerAddress {
  address: string;
  place: string;
}

/** Why an account is secured. */
export interface Cause {
  /** The id of the identity. */
  identity: string;
  /** When the event happened that was not its owner, in milliseconds since 1970. */
  at: number;
  /** The address to put back: the one that the event took from the account. */
  former?: FormerAddress | undefined;
}

/** What locks an account. */
export interface LockOptions {
  identities: Identities;
  hydra: Hydra | undefined;
  store: Pick<Store, 'history' | 'mute'>;
}

/**
 * For how long before an account is secured its changes may not have been its owner's, in milliseconds: a week. People press
 * the button in any of the mails, perhaps the newest.
 */
const doubtMs = 7 * 24 * 3_600_000;

/** How often an address is put back that a change undoes which was just being saved. */
const mostTries = 5;

/** What tells a change from another one of the same kind; each change of an address counts by itself. */
const sameness = ({ id, kind, about }: Activity): string =>
  kind === 'addressChanged'
    ? id
    : JSON.stringify([kind, { ...about, userAgent: undefined, from: undefined }]);

/**
 * Returns what was changed since a time, the latest first, and the same change once: so many saved profiles hide nothing.
 *
 * @param until leaves out what was changed after it, in milliseconds since 1970
 * @throws Error if the database does not answer
 */
export async function changesSince(
  { history }: Pick<Store, 'history'>,
  { identity, at, until = Infinity }: Pick<Cause, 'identity' | 'at'> & { until?: number },
): Promise<Activity[]> {
  const changes = new Map<string, Activity>();
  let after: string | undefined;
  do {
    const { events, next } = await history(identity, { group: 'changes', after });
    for (const event of events)
      if (event.at >= at && event.at <= until && !changes.has(sameness(event)))
        changes.set(sameness(event), event);
    after = (events.at(-1)?.at ?? at) < at ? undefined : next;
  } while (after !== undefined);
  return [...changes.values()];
}

/**
 * Whether a cause still counts. Once the owner has secured an account, no earlier event does: its mails may have gone to
 * somebody else. Only a former address is put back whatever was secured since, unless one from before it was: who has had the
 * account longest wins.
 */
export function isOver(account: StoredIdentity, { at, former }: Cause): boolean {
  const secured = trustOf(account)?.secured;
  if (!secured || at > secured.at) return false;
  const { restored, unfinished = false } = secured;
  if (former === undefined) return !unfinished;
  return restored !== undefined && (restored < at || (restored === at && !unfinished));
}

/** Whether an account has an address, proved or not. */
export const hasAddress = (account: StoredIdentity, address: string): boolean =>
  [true, false].some((verified) => lowerCaseAddresses(account, verified).includes(address.toLowerCase()));

/** When an account got each of its addresses, in milliseconds since 1970. */
function addressTimes({ verifiable_addresses: all, recovery_addresses: further }: StoredIdentity) {
  const times = new Map<string, number>();
  for (const { value, created_at: time } of [...(all ?? []), ...(further ?? [])])
    times.set(value, Math.min(Date.parse(time ?? '') || 0, times.get(value) ?? Infinity));
  return times;
}

/**
 * Returns the addresses that an account has got since a time, and that may be somebody else's. The former address that was put back
 * is the owner's, and of an account whose addresses are all newer the first one is.
 */
function addedAddresses(account: StoredIdentity, since: number, former?: FormerAddress): string[] {
  const times = addressTimes(account);
  const isFormer = (address: string): boolean => address.toLowerCase() === former?.address.toLowerCase();
  const first = [...times.keys()].some(isFormer) ? Infinity : Math.min(...times.values());
  return [...times].flatMap(([address, time]) =>
    time >= since && time !== first && !isFormer(address) ? [address] : [],
  );
}

/**
 * Whether nothing can be mailed to an account with which its owner could get in again: once locked, it would stay so. A recovery
 * sends nothing to a phone.
 */
export const hasNoWayBack = (
  { recovery_addresses: all }: StoredIdentity,
  { former }: Pick<Cause, 'former'>,
): boolean => former === undefined && !(all ?? []).some(({ value }) => value.includes('@'));

/** Whether nobody has proved an address of an account, or presented a credential: anybody can sign up with any address. */
function isOfNobody(account: StoredIdentity): boolean {
  const trust = trustOf(account);
  return (
    trust !== undefined &&
    trust.addresses.length + trust.confirmed.length === 0 &&
    lowerCaseAddresses(account, true).length === 0
  );
}

/** Puts a former address back, unless the account changes in this moment. @returns false if somebody else has it now */
async function putBack(
  identities: Identities,
  account: StoredIdentity,
  { address, place }: FormerAddress,
): Promise<boolean> {
  if (hasAddress(account, address)) return true;
  if (await identities.putAddress(account, place, address)) return true;
  // somebody may have signed up with it in the meantime, to keep it
  const others = (await identities.signingInWith(address)).filter(({ id }) => id !== account.id);
  // nobody has it: Kratos was storing another change
  if (others.length === 0) return true;
  if (!others.every(isOfNobody)) return false;
  for (const { id } of others) await identities.remove(id);
  return identities.putAddress(account, place, address);
}

/**
 * Whether the second factors of a kind may all be somebody else's. Of several security keys, an older one is the owner's, who
 * can use it.
 */
function mayBeForeign(
  kind: (typeof secondFactors)[number],
  { credentials }: StoredIdentity,
  changes: readonly Activity[],
  since: number,
): boolean {
  if (!credentials?.[kind]) return false;
  const keys = credentials[kind].config?.credentials ?? [];
  if (keys.length > 0) return keys.every(({ added_at: added }) => Date.parse(added ?? '') >= since);
  return changes.some(
    (change) =>
      change.about.method === kind &&
      // new backup codes take the place of the former ones
      (change.kind === 'methodAdded' || (kind === 'lookup_secret' && change.kind === 'methodChanged')),
  );
}

/** What securing an account has done. */
export interface Locked {
  /** `over` if the cause does not count any more, `taken` if the former address belongs to somebody else. */
  outcome: 'locked' | 'over' | 'taken';
  happened: Happened[];
}

/**
 * Secures an account: nothing lets anybody in without a mailed code, and nobody stays in. Second factors that may be somebody
 * else's are removed, because their owner could not get in. Each step may be repeated, until all are done.
 *
 * @throws PortalError 502 or 504 if the provider does not do it; Error if the history cannot be read
 */
export async function lockAccount(cause: Cause, { identities, hydra, store }: LockOptions): Promise<Locked> {
  const { identity, at, former } = cause;
  const found = await identities.get(identity);
  if (isOver(found, cause) || hasNoWayBack(found, cause)) return { outcome: 'over', happened: [] };
  const now = Date.now();
  const since = Math.min(at, now - doubtMs);
  const changes = await changesSince(store, { identity, at: since });
  const added = changes.flatMap(({ kind, about }) => (kind === 'methodAdded' ? (about.method ?? []) : []));

  let isBack = true;
  let account = found;
  for (let attempt = 1; ; attempt += 1) {
    isBack = former === undefined || (await putBack(identities, account, former));
    if (isBack) account = await identities.get(identity);
    const places = addedAddresses(account, since, former).flatMap((one) => pointersTo(one, account.traits));
    const canRemove = places.length === 0 || (await identities.removeTraits(identity, places));
    const restored = former !== undefined && isBack ? at : trustOf(found)?.secured?.restored;
    const secured = { at: now, since, ...(restored !== undefined && { restored }) };
    account = await shutOut({ identities, hydra }, identity, {
      trust: (current) => lockedTrust(current, { ...secured, unfinished: true }, added),
      isDone: (trust) => trust.secured?.at === now,
    });
    const isOwners = former === undefined || !isBack || hasAddress(account, former.address);
    if (isOwners && (!canRemove || addedAddresses(account, since, former).length === 0)) break;
    if (attempt === mostTries) throw upstreamFailed();
  }
  const untilNow = await changesSince(store, { identity, at: since });
  for (const kind of secondFactors)
    if (mayBeForeign(kind, account, untilNow, since)) await identities.removeCredential(identity, kind);
  // a full disk is no reason to fail: mails that are turned off stay so
  await store.mute(identity, []).catch(() => undefined);
  await identities.setTrust(account, securedTrust(account));
  return {
    outcome: isBack ? 'locked' : 'taken',
    happened: [
      { kind: 'secured' },
      ...(former !== undefined && isBack
        ? [{ kind: 'addressRestored', about: { address: former.address } } as const]
        : []),
      ...(trustOf(found)?.deletion === undefined ? [] : [{ kind: 'deletionCancelled' } as const]),
    ],
  };
}
