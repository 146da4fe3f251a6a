import type { ApplicationGrant, GrantedApplication } from '../../shared/applications.ts';
import { clientDetails } from '../provider/clientDetails.ts';
import type { OAuth2Client } from '../provider/challenges.ts';
import type { Grant } from '../provider/grants.ts';
import { identifiesApplication } from '../provider/identifiesApplication.ts';

/** A consent that can be shown and withdrawn: it has an id and a client. */
interface Consented extends Grant {
  id: string;
  client: OAuth2Client;
  clientId: string;
}

function consented(grant: Grant): Consented[] {
  const { consent_request_id: id, consent_request: request } = grant;
  const client = request?.client;
  return id && client?.client_id ? [{ ...grant, id, client, clientId: client.client_id }] : [];
}

const timeOf = ({ handled_at: at }: Grant): number => Date.parse(at ?? '') || 0;

const sorted = (texts: string[] | null | undefined): string[] => (texts ?? []).toSorted();

/** The key shared by consents that are shown as one grant: the same client, scopes and audience. */
const grantKey = ({ clientId, grant_scope, grant_access_token_audience }: Consented): string =>
  JSON.stringify([clientId, sorted(grant_scope), sorted(grant_access_token_audience)]);

/** Returns how long a decision is remembered: Hydra's value only counts if the portal honours it. */
function remembered(consents: readonly Consented[]): ApplicationGrant['remembered'] {
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

/** Combines consents with the same key into the grant that is shown. @param consents the latest first */
function grantOf(
  consents: readonly [Consented, ...Consented[]],
  { seenAt, sessions }: ListContext,
): ApplicationGrant {
  const [latest] = consents;
  const first = Math.min(...consents.map(timeOf));
  const usedIn = consents.map(({ context }) => context?.session_id);
  return {
    id: latest.id,
    scopes: latest.grant_scope ?? [],
    audience: latest.grant_access_token_audience ?? [],
    ...(first > 0 && { since: new Date(first).toISOString() }),
    remembered: remembered(consents),
    sessions: sessions.filter((id) => usedIn.includes(id)),
    isNew: first > seenAt,
  };
}

const groups = <Item>(items: readonly Item[], keyOf: (item: Item) => string): [Item, ...Item[]][] =>
  [...Map.groupBy(items, keyOf).values()] as [Item, ...Item[]][];

/**
 * Returns the applications that a user has granted something, latest first.
 *
 * @param grants all that Hydra lists of the user
 * @param context decides which ones are new and in use
 */
export function grantedApplications(grants: readonly Grant[], context: ListContext): GrantedApplication[] {
  const consents = grants.flatMap(consented).toSorted((a, b) => timeOf(b) - timeOf(a));
  return groups(consents, ({ clientId }) => clientId).map((ofClient) => ({
    clientId: ofClient[0].clientId,
    client: clientDetails(ofClient[0].client),
    grants: groups(ofClient, grantKey).map((ofGrant) => grantOf(ofGrant, context)),
  }));
}

/**
 * Finds the consents that are shown as one grant.
 *
 * @param grants all that Hydra lists of the user
 * @param id one of them
 * @returns their ids, none for an id that is not among the user's; and the client's id, if it has no others
 */
export function shownTogether(grants: readonly Grant[], id: string): { ids: string[]; ofClient?: string } {
  const consents = grants.flatMap(consented);
  const named = consents.find((one) => one.id === id);
  if (!named) return { ids: [] };
  const ofClient = consents.filter(({ clientId }) => clientId === named.clientId);
  const same = ofClient.filter((one) => grantKey(one) === grantKey(named));
  return {
    ids: same.map((one) => one.id),
    ...(same.length === ofClient.length && { ofClient: named.clientId }),
  };
}
