import type { Session } from '@ory/client';
import { personActs, type PersonAct } from '../../shared/console/acts.ts';
import type { ListedCredential, ListedSession } from '../../shared/console/lists.ts';
import type { ConsoleProps } from '../../shared/console/pages.ts';
import { isFactor } from '../../shared/flow/methods.ts';
import { namedValues } from '../../shared/namedValues.ts';
import { givenMethods } from '../../shared/sessions.ts';
import { shownName } from '../../shared/shownName.ts';
import { agentName } from '../../shared/userAgent.ts';
import { roleToActOn } from '../admin/consoleRoles.ts';
import { canDelete } from '../deletions/planDeletion.ts';
import { identityNotFound } from '../http/errors.ts';
import { secondFactors, trustOf, unconfirmedKinds } from '../upstreams/trust.ts';
import { addressOf, hasCredential, identifiersIn, type StoredIdentity } from '../upstreams/storedIdentity.ts';
import { clientDetails } from '../upstreams/clientDetails.ts';
import { firstPage } from '../upstreams/everyPage.ts';
import { mailsTo } from './mails.ts';
import { nameOf } from './nameOf.ts';
import { shown, type ConsoleLoader, type ConsoleNeeds } from './needs.ts';
import { logLines } from './logLines.ts';
import { orNone } from './lookUps.ts';
import { waysIn } from './waysIn.ts';
import { whyNot } from './whyNot.ts';

/** How many of each list a person's page shows. */
const most = 25;

/** The mails to how many of somebody's addresses are read. */
const mostAddresses = 5;

/** A session as lists show it. */
export function listedSession(session: Session): ListedSession {
  const [device] = session.devices ?? [];
  return {
    id: session.id,
    isActive: session.active === true,
    methods: givenMethods(session).flatMap(({ method }) => method ?? []),
    ...(device?.user_agent && { device: agentName(device.user_agent) }),
    ...(device?.ip_address && { from: device.ip_address }),
    ...(session.authenticator_assurance_level && { level: session.authenticator_assurance_level }),
    ...(session.authenticated_at && { at: session.authenticated_at }),
    ...(session.expires_at && { until: session.expires_at }),
  };
}

/** Returns how one thing that lets somebody in is removed; undefined if Kratos cannot. */
function removalOf(kind: string, identifier?: string): ListedCredential['removal'] {
  if (secondFactors.some((one) => one === kind)) return { act: 'removeSecondFactor', item: kind };
  if (identifier !== undefined) return { act: 'removeCredential', item: `${kind}:${identifier}` };
  return kind === 'passkey' ? { act: 'removeCredential', item: kind } : undefined;
}

/** Returns the ways in of an account, one line each. */
function listedCredentials(account: StoredIdentity): ListedCredential[] {
  const unconfirmed = new Set<string>(unconfirmedKinds(account));
  return Object.entries(account.credentials ?? {}).flatMap(([kind, stored]) => {
    if (!hasCredential(account, kind) || !(isFactor(kind, 'first') || isFactor(kind, 'second'))) return [];
    const base = { kind, ...(unconfirmed.has(kind) && { isUnconfirmed: true }) };
    const keys = stored.config?.credentials ?? [];
    const at = stored.created_at;
    if (keys.length > 0)
      return keys.map(({ display_name: name, added_at: added }, index) => ({
        ...base,
        ...(name && { name }),
        ...(added && { at: added }),
        ...(index === 0 && removalOf(kind) && { removal: removalOf(kind) }),
      }));
    if (kind === 'oidc' || kind === 'saml')
      return (stored.identifiers ?? []).map((identifier) => ({
        ...base,
        name: shownName(identifier.split(':', 1)[0] ?? '') ?? '',
        removal: removalOf(kind, identifier),
      }));
    return [{ ...base, ...(at && { at }), ...(removalOf(kind) && { removal: removalOf(kind) }) }];
  });
}

/** Reads the first of a list; undefined if it cannot be read, or nobody keeps it. */
const firstOf = async <Item>(pages: AsyncIterable<Item[]> | undefined): Promise<Item[] | undefined> =>
  (await orNone(pages && firstPage(pages)))?.slice(0, most);

/** Reads an identity with its credentials. @throws PortalError 404 if there is none */
export async function readPerson({ identities }: ConsoleNeeds, id: string): Promise<StoredIdentity> {
  const account = await identities.find(id);
  if (!account) throw identityNotFound();
  return account;
}

/** `GET /manage/people/{id}`: everything about one person, and what can be done for them. */
export const person =
  (needs: ConsoleNeeds): ConsoleLoader =>
  async ({ params: { id = '' } }) => {
    const { identities, provider, limits } = needs;
    const account = await readPerson(needs, id);
    const addresses = account.verifiable_addresses ?? [];
    const identifiers = identifiersIn(account);
    const [sessions, mails, consents, relations, limited, log, signIns] = await Promise.all([
      firstOf(identities.everySession(account.id)),
      orNone(mailsTo(needs, [...new Set(identifiers)].slice(0, mostAddresses))),
      firstOf(provider.hydra?.grants.pages(account.id)),
      firstOf(provider.keto?.relationsOf(account.id)),
      orNone(limits?.lockouts.list(identifiers)),
      orNone(logLines(needs, { person: [account.id] })),
      orNone(needs.store.log({ identity: account.id, kinds: ['signedIn'] })),
    ]);
    const least = await roleToActOn(account, 'help', needs);
    needs.refresh?.(account.id);
    const { deletion } = trustOf(account) ?? {};
    const address = addressOf(account);
    const began = (sessions ?? []).map(({ authenticated_at: at }) => Date.parse(at ?? ''));
    // sessions go with their end, the history later
    const signedIn = [...began, ...(signIns?.events ?? []).map(({ at }) => at)].filter(Number.isFinite);
    const props: ConsoleProps['person'] = {
      id: account.id,
      name: nameOf(account),
      least,
      state: account.state ?? 'active',
      ...(address !== undefined && { address }),
      ...(account.schema_id && { schema: account.schema_id }),
      ...(account.external_id && { externalId: account.external_id }),
      ...(account.created_at && { created: account.created_at }),
      ...(account.updated_at && { updated: account.updated_at }),
      ...(signedIn.length > 0 && { signedIn: Math.max(...signedIn) }),
      ...(deletion !== undefined && { deletion }),
      traits: namedValues(account.traits),
      why: whyNot({
        account,
        limited: limited ?? [],
        mails: mails ?? [],
        hasCome: signedIn.length > 0,
        now: Date.now(),
      }),
      sees: waysIn(account),
      ...(canDelete(needs, needs.settings) && { mayDelete: true }),
      addresses: addresses.map(({ value, verified, verified_at: at }) => ({
        value,
        isProved: verified,
        isMail: value.includes('@'),
        ...(verified && at && { at }),
      })),
      credentials: listedCredentials(account),
      ...(sessions && { sessions: sessions.map(listedSession) }),
      ...(mails && { mails }),
      ...(consents && {
        applications: consents.map(({ consent_request: request, grant_scope: scopes, handled_at: at }) => ({
          client: request?.client?.client_id ?? '',
          name: (request?.client && clientDetails(request.client).name) ?? request?.client?.client_id ?? '',
          scopes: scopes ?? [],
          ...(at && { at }),
        })),
      }),
      ...(relations && {
        permissions: relations.map(({ namespace, object, relation }) => `${namespace}:${object}#${relation}`),
      }),
      ...(log && { log: log.lines }),
    };
    return shown('person', props);
  };

/** Whether a path's last part is an act on a person. */
export const isPersonAct = (name: string | undefined): name is PersonAct =>
  name !== undefined && Object.hasOwn(personActs, name);
