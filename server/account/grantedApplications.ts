import type { GrantedApplication } from '../../shared/applications.ts';
import { plainText } from '../../shared/plainText.ts';
import { clientDetails } from '../upstreams/clientDetails.ts';
import type { OAuth2Client } from '../upstreams/challenges.ts';
import type { GivenConsent } from '../upstreams/grants.ts';
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
