import type { Activity, ActivityKind } from '../../../shared/activity.ts';
import { anchorOf } from '../../../shared/flow/methods.ts';
import { pageRow } from '../../../shared/pages.ts';
import type { SecuredChange } from '../../../shared/page.ts';
import { notFound } from '../../http/errors.ts';
import { PortalError } from '../../http/PortalError.ts';
import type { Loader, Visit } from '../../pages/loader.ts';
import type { BrowserCookies } from '../../security/cookies/browserCookies.ts';
import { justSecured, justUndone } from '../../security/cookies/notices.ts';
import type { NotMe, NotMeLinks } from '../../security/notMeLink.ts';
import type { Store } from '../../store/store.ts';
import type { Identities } from '../../upstreams/identities.ts';
import { hasCredential, type StoredIdentity } from '../../upstreams/storedIdentity.ts';
import { trustOf } from '../../upstreams/trust.ts';
import { pageUrl } from '../../urls/paths.ts';
import { shownActivity } from '../../../shared/shownActivity.ts';
import { signedIn } from '../signedIn.ts';
import { changesSince, hasAddress, hasNoWayBack, isOver, type Cause } from './lockAccount.ts';

const { path } = pageRow('secure');

/** For how long the changes before an account was secured are shown, in milliseconds: a week. */
const reviewMs = 7 * 24 * 3_600_000;

const dayMs = 24 * 3_600_000;

/** In place of a flow, for the address that a recovery fills in. */
export const afterSecuring = 'secured';

/** What the page needs. */
export interface SecureOptions extends Pick<BrowserCookies, 'notMe'> {
  identities?: Identities | undefined;
  store?: Store | undefined;
  links: NotMeLinks;
}

/** Returns the account that a browser's link is about; undefined without a link. */
export const toldBy = (
  cookie: string | undefined,
  { notMe, links }: Pick<SecureOptions, 'notMe' | 'links'>,
): NotMe | undefined => links.open(notMe.read(cookie) ?? '');

/**
 * Returns the cause that a link names. An address that was taken from the account after its mail had been sent is put back, too:
 * people press the button in any of the mails.
 *
 * @param account the account as it is
 * @param days for how many days a former address can be put back
 * @throws Error if the database does not answer
 */
export async function causeOf(
  { identity, address, at, isFormer, place }: NotMe,
  account: StoredIdentity,
  store: Pick<Store, 'history'>,
  days: number,
): Promise<Cause> {
  const secured = trustOf(account)?.secured;
  // once its owner has secured the account, an address that somebody had added and changed again does not come back
  const isStrangers =
    secured !== undefined &&
    (await changesSince(store, { identity, at: secured.since })).some(
      ({ kind, about, at: time }) =>
        kind === 'addressChanged' && about.address?.toLowerCase() === address.toLowerCase() && time < at,
    );
  if (isStrangers) return { identity, at };
  if (isFormer && place !== undefined) return { identity, at, former: { address, place } };
  if (hasAddress(account, address)) return { identity, at };
  const since = Math.max(at, Date.now() - days * dayMs);
  const changes = await changesSince(store, { identity, at: since });
  const taken = changes.findLast(
    ({ kind, about }) =>
      kind === 'addressChanged' && about.formerAddress?.toLowerCase() === address.toLowerCase(),
  );
  const formerPlace = taken?.about.formerPlace;
  return taken && formerPlace !== undefined
    ? { identity, at: taken.at, former: { address, place: formerPlace } }
    : { identity, at };
}

/** The ways in that one press removes: an account has one of each at most. */
const removable = ['totp', 'lookup_secret', 'oidc'];

/** The changes that somebody else may have made to get in, or to stay. */
const reviewed: ReadonlySet<ActivityKind> = new Set([
  'addressChanged',
  'profileChanged',
  'passwordChanged',
  'methodAdded',
  'methodRemoved',
  'methodChanged',
  'mailsOff',
]);

/** Returns what was changed between an event and the moment at which the account was secured. */
export async function securedChanges(
  store: Pick<Store, 'history'>,
  account: StoredIdentity,
): Promise<Activity[]> {
  const secured = trustOf(account)?.secured;
  if (!secured) return [];
  const changes = await changesSince(store, { identity: account.id, at: secured.since, until: secured.at });
  return changes.filter(({ kind }) => reviewed.has(kind));
}

/** Whether a change is undone: securing the account has done it, or its owner has since. */
function isUndone(
  { kind, about: { method = '', address, formerAddress } }: Activity,
  account: StoredIdentity,
  { changes, later }: { changes: readonly Activity[]; later: readonly Activity[] },
): boolean {
  if (kind === 'methodRemoved') return hasCredential(account, method);
  if (kind === 'methodAdded' || kind === 'methodChanged') {
    // of these an account has one at most, which was removed with the rest: one from later is its owner's
    const isOwners =
      (method === 'totp' || method === 'lookup_secret') && later.some(({ about }) => about.method === method);
    return isOwners || !hasCredential(account, method);
  }
  if (kind === 'passwordChanged') return later.some((event) => event.kind === kind);
  if (kind === 'addressChanged') {
    // one that was added in the same time does not come back
    const isAdded = changes.some(({ about }) => about.address === formerAddress);
    return (
      (address === undefined || !hasAddress(account, address)) &&
      (formerAddress === undefined || isAdded || hasAddress(account, formerAddress))
    );
  }
  return kind === 'mailsOff';
}

/** Prepares the changes before an account was secured for the page: first those that still stand, with how each is undone. */
export async function shownChanges(
  store: Pick<Store, 'history'>,
  account: StoredIdentity,
): Promise<SecuredChange[]> {
  const changes = await securedChanges(store, account);
  const at = trustOf(account)?.secured?.at ?? 0;
  const later = await changesSince(store, { identity: account.id, at: at + 1 });
  const [standing, undone]: [SecuredChange[], SecuredChange[]] = [[], []];
  for (const event of changes) {
    const shown = shownActivity(event);
    const { method = event.kind === 'passwordChanged' ? 'password' : 'profile' } = event.about;
    if (isUndone(event, account, { changes, later })) undone.push({ ...shown, isUndone: true });
    else if (event.kind === 'methodAdded' && removable.includes(method))
      standing.push({ ...shown, undo: event.id });
    else standing.push({ ...shown, settings: anchorOf(method) });
  }
  return [...standing, ...undone];
}

/**
 * Whether somebody who is signed in wants to secure that account, whatever link was opened in the browser: other sites can open
 * one of another account there.
 */
const isOwn = (query: URLSearchParams): boolean => query.has('own');

/** Shows what a link does, before it does it: mail gateways follow links, too. */
async function askByLink(
  told: NotMe,
  { identities, store, days }: { identities: Identities; store: Store; days: number },
) {
  const account = await identities.get(told.identity).catch((problem: unknown) => {
    // the account may be gone
    if (problem instanceof PortalError) return undefined;
    throw problem;
  });
  const cause = account && (await causeOf(told, account, store, days));
  if (!cause || isOver(account, cause)) return { state: 'over' } as const;
  if (hasNoWayBack(account, cause)) return { state: 'unable' } as const;
  return { state: 'ask', address: told.address, ...(cause.former && { isFormer: true }) } as const;
}

/** Asks a signed-in user, or shows what was changed before they have secured their account. */
async function forSignedIn(
  id: string,
  { query, cookie, settings }: Visit,
  { identities, store }: { identities: Identities; store: Store },
) {
  const account = await identities.get(id);
  const secured = trustOf(account)?.secured;
  if (!secured || Date.now() - secured.at > reviewMs || isOwn(query))
    return { state: hasNoWayBack(account, {}) ? 'unable' : 'ask' } as const;
  return {
    state: 'review',
    changes: await shownChanges(store, account),
    ...(justUndone.isIn(cookie, settings.PORTAL_URL) && { undone: true }),
  } as const;
}

/**
 * `GET /secure`: says what securing the account does. A mail's link leads here, with its token in a cookie; so do pages of
 * somebody who is signed in.
 *
 * @throws PortalError when the portal keeps no history, or the provider gives no usable answer
 */
export const secure =
  ({ identities, store, ...cookies }: SecureOptions): Loader =>
  async (visit) => {
    const { query, cookie, visitor, settings } = visit;
    if (!identities || !store || settings.KRATOS_HOOKS_KEY.length === 0) throw notFound();
    const [outcome, secured] = (justSecured.methodIn(cookie, settings.PORTAL_URL) ?? '').split('.');
    const visiting = await visitor();
    const own = visiting.kind === 'signedIn' ? visiting.session.identity?.id : undefined;
    // a reload shows it again, until its owner is signed in
    if (secured && own !== secured && !isOwn(query)) {
      const recoverUrl = pageUrl('/recovery', {
        existing: afterSecuring,
        return_to: settings.PORTAL_URL + path,
      });
      const props = { state: 'done', recoverUrl, ...(outcome === 'taken' && { isTaken: true }) } as const;
      return { page: { name: 'secure', props } };
    }
    if (!isOwn(query) && cookies.notMe.read(cookie) !== undefined) {
      const told = toldBy(cookie, cookies);
      const days = settings.ADDRESS_RETURN_DAYS;
      const props = told ? await askByLink(told, { identities, store, days }) : ({ state: 'over' } as const);
      return {
        page: { name: 'secure', props },
        ...(props.state === 'over' && { setCookie: [cookies.notMe.expired] }),
      };
    }
    const who = await signedIn(visit);
    if ('redirect' in who) return who;
    const isUndone = justUndone.isIn(cookie, settings.PORTAL_URL);
    return {
      page: { name: 'secure', props: await forSignedIn(who.identity, visit, { identities, store }) },
      ...(isUndone && { setCookie: [justUndone.clear(settings.PORTAL_URL)] }),
    };
  };
