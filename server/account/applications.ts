import type { Session } from '@ory/client';
import { textIn, type Fields } from '../../shared/fields.ts';
import type { GrantedApplication, OwnApplications } from '../../shared/applications.ts';
import type { OwnSessions } from '../../shared/sessions.ts';
import { grantNotNamed, notConfigured } from '../http/errors.ts';
import { upstreamFailed } from '../upstreams/upstreamErrors.ts';
import { PortalError } from '../http/PortalError.ts';
import type { Visit } from '../pages/loader.ts';
import type { Happened } from '../store/events.ts';
import type { GivenConsent } from '../upstreams/grants.ts';
import type { Hydra } from '../upstreams/hydra.ts';
import { justWithdrawn } from '../security/cookies/notices.ts';
import { oneYear, ownCookie } from '../security/cookies/ownCookie.ts';
import { plainText } from '../../shared/plainText.ts';
import { clientDetails } from '../upstreams/clientDetails.ts';
import type { OAuth2Client } from '../upstreams/challenges.ts';
import { identifiesApplication } from '../upstreams/identifiesApplication.ts';

/** A consent that can be shown and withdrawn: its client is known. */
interface Consented extends GivenConsent {
  client: OAuth2Client;
  clientId: string;
}

function consented(consent: GivenConsent): Consented[] {
  const client = consent.consent_request?.client;
  return client?.client_id ? [{ ...consent, client, clientId: client.client_id }] : [];
}

const timeOf = ({ handled_at: at }: GivenConsent): number => Date.parse(at ?? '') || 0;

/** Returns how long a decision is remembered: Hydra's value only counts if the portal honours it. */
function remembered(consents: readonly Consented[]): GrantedApplication['remembered'] {
  const kept = consents.filter(({ remember, client }) => remember && identifiesApplication(client));
  if (kept.length === 0) return 'never';
  if (kept.some(({ remember_for: seconds }) => !seconds)) return 'always';
  const until = Math.max(...kept.map((one) => timeOf(one) + (one.remember_for ?? 0) * 1000));
  return { until: new Date(until).toISOString() };
}

interface ListContext {
  /** When the user last saw the list, in milliseconds since 1970; 0 if never. */
  seenAt: number;
  /** The ids of the user's current sessions. */
  sessions: readonly string[];
}

/** Returns what consents allow together: the scopes, and the services that accept the tokens. */
const allowedBy = (consents: readonly Consented[]): { scopes: string[]; audience: string[] } => ({
  scopes: [...new Set(consents.flatMap(({ grant_scope }) => grant_scope ?? []))],
  audience: [...new Set(consents.flatMap((one) => one.grant_access_token_audience?.map(plainText) ?? []))],
});

/** Combines all consents to a client: Hydra keeps one for each sign-in that asked. @param consents the latest first */
function applicationOf(
  consents: readonly [Consented, ...Consented[]],
  { seenAt, sessions }: ListContext,
): GrantedApplication {
  const [{ client, clientId }] = consents;
  const first = Math.min(...consents.map(timeOf));
  const allowed = allowedBy(consents);
  const before = allowedBy(consents.filter((one) => timeOf(one) <= seenAt));
  const isMore = (given: 'scopes' | 'audience'): boolean => allowed[given].length > before[given].length;
  const usedIn = consents.map(({ context }) => context?.session_id);
  return {
    clientId,
    client: clientDetails(client),
    ...allowed,
    ...(first > 0 && { since: new Date(first).toISOString() }),
    remembered: remembered(consents),
    sessions: sessions.filter((id) => usedIn.includes(id)),
    isNew: first > seenAt || isMore('scopes') || isMore('audience'),
  };
}

/** Returns the applications that a user has granted something, latest first. */
export function grantedApplications(
  given: readonly GivenConsent[],
  context: ListContext,
): GrantedApplication[] {
  const consents = given.flatMap(consented).toSorted((a, b) => timeOf(b) - timeOf(a));
  const byClient = Map.groupBy(consents, ({ clientId }) => clientId);
  return [...byClient.values()].map((list) => applicationOf(list as [Consented, ...Consented[]], context));
}

/** The cookie with the time at which this browser last showed the list of applications. */
const seenCookie = ownCookie('portal_applications_seen', oneYear);

/** Returns when the list was last seen, in milliseconds since 1970; 0 if never. @param header a Cookie header */
function applicationsSeenAt(header: string | undefined, portalUrl: string): number {
  const value = seenCookie.read(header, portalUrl) ?? '';
  return /^\d{1,15}$/.test(value) ? Number(value) : 0;
}

/** Returns the `Set-Cookie` that marks the list as seen now. @param portalUrl the portal's own origin */
export const applicationsSeenNow = (portalUrl: string): string =>
  seenCookie.keep(String(Date.now()), portalUrl);

/** Deadline for Hydra's list, in milliseconds, whatever the settings say: the page works without it. */
const listDeadlineMs = 2000;

/** Returns the visitor's consents; undefined if nobody is signed in, or Hydra gives no usable answer in time. */
export async function ownConsents(
  hydra: Hydra,
  { visitor }: Pick<Visit, 'visitor'>,
): Promise<GivenConsent[] | undefined> {
  const who = await visitor();
  const subject = who.kind === 'signedIn' ? who.session.identity?.id : undefined;
  if (subject === undefined) return undefined;
  const signal = AbortSignal.timeout(listDeadlineMs);
  try {
    return await hydra.grants.list(subject, signal);
  } catch (problem) {
    if (problem instanceof PortalError || signal.aborted) return undefined;
    throw problem;
  }
}

/** Returns the applications that the settings list for these consents. @param sessions the visitor's */
export function ownApplications(
  consents: readonly GivenConsent[] | undefined,
  sessions: OwnSessions | undefined,
  { cookie, settings }: Pick<Visit, 'cookie' | 'settings'>,
): OwnApplications {
  const { PORTAL_URL: portalUrl } = settings;
  const present = sessions ? [sessions.current, ...sessions.others].map(({ id }) => id) : [];
  return {
    withdrawn: justWithdrawn.isIn(cookie, portalUrl),
    ...(consents && {
      list: grantedApplications(consents, {
        seenAt: applicationsSeenAt(cookie, portalUrl),
        sessions: present,
      }),
    }),
  };
}

/**
 * Withdraws what a form names, with its tokens: the access of an application, or of all.
 *
 * @returns what happened to each of them, with its name if Hydra knows it
 * @throws PortalError 502 or 504 when Hydra does not revoke it
 */
export async function withdraw(
  hydra: Hydra | undefined,
  { client, all }: Fields,
  { identity }: Session,
): Promise<Happened[]> {
  if (!hydra) throw notConfigured('HYDRA_ADMIN_URL');
  if (!identity) throw upstreamFailed();
  const one = textIn(client);
  if (one === undefined && all === undefined) throw grantNotNamed();
  const { grants } = hydra;
  const given = await grants.list(identity.id, AbortSignal.timeout(listDeadlineMs)).catch(() => []);
  const names = new Map(
    given.flatMap(consented).map((consent) => [consent.clientId, clientDetails(consent.client).name]),
  );
  await grants.revoke(identity.id, one === undefined ? 'all' : { client: one });
  const kind = 'applicationWithdrawn';
  const withdrawn = one === undefined ? [...names.keys()] : [one];
  if (withdrawn.length === 0) return [{ kind }];
  return withdrawn.map((id) => {
    const application = names.get(id);
    return { kind, about: { client: id, ...(application !== undefined && { application }) } };
  });
}
