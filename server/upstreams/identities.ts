import type { DeleteIdentityCredentialsTypeEnum as CredentialKind, JsonPatch, Session } from '@ory/client';
import * as z from 'zod';
import { fieldsOf, textIn } from '../../shared/fields.ts';
import { readSession } from '../../shared/readSession.ts';
import { upstreamFailed } from './upstreamErrors.ts';
import { everyPage } from './everyPage.ts';
import { fewAtATime } from './fewAtATime.ts';
import { patchAt } from './pointers.ts';
import { nextPageToken } from './nextPageToken.ts';
import type { BuiltRequest } from './providerRequest.ts';
import { identitiesWith, identityRequests } from './requests.ts';
import { secondFactors, trustKey, type Trust } from './trust.ts';
import { storedIdentity, type StoredIdentity } from './storedIdentity.ts';
import type { ProviderAnswer, Transport } from './transport.ts';

/** The kinds whose content is requested: Kratos lists some of them even if they are empty. */
const included: CredentialKind[] = ['password', 'webauthn', 'passkey'];

/** How long each call may take, in milliseconds: less than Kratos waits for a web hook. */
const deadlineMs = 10_000;

/** Kratos' largest page of sessions. */
const sessionsPerPage = 250;

/** How many identities are listed at a time, and how long that may take, in milliseconds. */
const identitiesPerPage = 250;
const listMs = 60_000;

/** Builds the request for an identity's active sessions, as many as fit on a page. */
const activeSessions = (id: string): BuiltRequest =>
  identityRequests.listIdentitySessions(id, undefined, undefined, sessionsPerPage, undefined, true);

/** How many sessions a page of the console has. */
const consolePage = 25;

/** How many identities Kratos reads by their ids at once. */
const mostIds = 500;

const recoveryCode = z.object({
  recovery_code: z.string(),
  recovery_link: z.string(),
  expires_at: z.string().nullish().catch(undefined),
});

/** Why Kratos refuses what was written, and whether it is because somebody else has its identifiers. */
export interface Refusal {
  text: string;
  isTaken: boolean;
}

/** Returns why Kratos refuses what was written: it describes the field. @throws PortalError 502 for its own failures */
function refusal({ status, body }: ProviderAnswer): Refusal | undefined {
  if (status < 300) return undefined;
  if (status !== 400 && status !== 409) throw upstreamFailed();
  const { reason, message } = fieldsOf(fieldsOf(body).error);
  return { text: textIn(reason) ?? textIn(message) ?? '', isTaken: status === 409 };
}

const publicMetadata = z.object({ metadata_public: z.unknown() });

const sessions = z.array(z.object({ id: z.string(), authenticated_at: z.string().nullish() }));

/** Returns the change of `metadata_admin` that writes a trust record. */
const trustPatch = ({ metadata_admin: metadata }: StoredIdentity, trust: Trust): JsonPatch[] =>
  metadata === undefined || metadata === null
    ? [{ op: 'add', path: '/metadata_admin', value: { [trustKey]: trust } }]
    : [{ op: 'add', path: `/metadata_admin/${trustKey}`, value: trust }];

/**
 * Creates the access to identities.
 *
 * @throws PortalError 502 or 504, in each call, if Kratos refuses it or gives no usable answer
 */
export function createIdentities(transport: Transport) {
  const send = (request: BuiltRequest): Promise<ProviderAnswer> => transport.send(request, { deadlineMs });
  const parsed = <Value>(schema: z.ZodType<Value>, { status, body }: ProviderAnswer): Value => {
    const { data } = schema.safeParse(body);
    if (status >= 300 || data === undefined) throw upstreamFailed();
    return data;
  };
  const read = async <Value>(schema: z.ZodType<Value>, request: BuiltRequest): Promise<Value> =>
    parsed(schema, await send(request));
  /** Makes a change; 404 if there is nothing to change. */
  const change = async (request: BuiltRequest): Promise<void> => {
    const { status } = await send(request);
    if (status >= 300 && status !== 404) throw upstreamFailed();
  };

  /** Reads a session, with whose it is; undefined for an id that is not a session's. */
  const session = async (id: string): Promise<Session | undefined> => {
    const { status, body } = await send(identityRequests.getSession(id, ['identity']));
    if (status >= 500) throw upstreamFailed();
    const read = readSession(body);
    return read?.identity?.id ? read : undefined;
  };

  return {
    /** Reads an identity, with its credentials. */
    get: (id: string) => read(storedIdentity, identityRequests.getIdentity(id, included)),
    /** Reads an identity, with its credentials; undefined if there is none. */
    find: async (id: string): Promise<StoredIdentity | undefined> => {
      const answer = await send(identityRequests.getIdentity(id, included));
      return answer.status === 404 ? undefined : parsed(storedIdentity, answer);
    },
    /**
     * Lists a page of the identities, with their credentials; those that cannot be read are left out.
     *
     * @param token the token of the page; undefined for the first
     * @returns undefined if Kratos does not know the token any more
     */
    list: async (token: string | undefined) => {
      const [perPage, page, consistency, ids, identifier, similar]: undefined[] = [];
      const request = identityRequests.listIdentities(
        perPage,
        page,
        identitiesPerPage,
        token,
        consistency,
        ids,
        identifier,
        similar,
        included,
      );
      const { status, body, headers } = await transport.send(request, { deadlineMs: listMs });
      if (status === 400 && token !== undefined) return undefined;
      if (status !== 200 || !Array.isArray(body)) throw upstreamFailed();
      const accounts = body.flatMap((one) => storedIdentity.safeParse(one).data ?? []);
      return { accounts, next: nextPageToken(headers.link) };
    },
    /** Reads identities by their ids, at most 500 of them, without their credentials. */
    withIds: async (ids: readonly string[]): Promise<StoredIdentity[]> => {
      if (ids.length === 0) return [];
      const [page, token, consistency]: undefined[] = [];
      const request = identityRequests.listIdentities(undefined, page, mostIds, token, consistency, [...ids]);
      return read(z.array(storedIdentity), request);
    },
    /** Finds the identity that another system knows by an id; undefined if there is none. */
    byExternalId: async (externalId: string): Promise<StoredIdentity | undefined> => {
      const answer = await send(identityRequests.getIdentityByExternalID(externalId));
      return answer.status >= 400 && answer.status < 500 ? undefined : parsed(storedIdentity, answer);
    },
    session,
    /** Returns whose session it is; undefined for an id that is not a session's. */
    ownerOfSession: async (id: string): Promise<string | undefined> => (await session(id))?.identity?.id,
    /** Lists the identities that sign in with an identifier. */
    signingInWith: (identifier: string) => read(z.array(storedIdentity), identitiesWith(identifier)),
    /** Lists the sessions of an identity, also those that have ended. */
    sessions: (id: string) => read(sessions, identityRequests.listIdentitySessions(id)),
    /** Lists the sessions of an identity with their devices, also those that have ended, page by page. */
    everySession: (id: string) =>
      everyPage(async (token) => {
        const [perPage, page]: undefined[] = [];
        const request = identityRequests.listIdentitySessions(id, perPage, page, sessionsPerPage, token);
        const { status, body, headers } = await send(request);
        if (status !== 200 || !Array.isArray(body)) throw upstreamFailed();
        const items = body.map(readSession).filter((session) => session !== undefined);
        // Kratos names a next page after the last one, too
        return { items, next: items.length === 0 ? undefined : nextPageToken(headers.link) };
      }),
    /** Reads a page of all sessions, of the active ones, or of those that have ended, with whose they are. @param after the token of the page before */
    sessionsPage: async (active: boolean | undefined, after: string | undefined) => {
      const request = identityRequests.listSessions(consolePage, after, active, ['identity', 'devices']);
      const { status, body, headers } = await send(request);
      if (status !== 200 || !Array.isArray(body)) throw upstreamFailed();
      return {
        sessions: body.map(readSession).filter((session) => session !== undefined),
        next: nextPageToken(headers.link),
      };
    },
    /** Ends a session. */
    endSession: (session: string) => change(identityRequests.disableSession(session)),
    /** Lets somebody sign in, or not. */
    setState: async (id: string, state: 'active' | 'inactive'): Promise<void> => {
      const { status } = await send(
        identityRequests.patchIdentity(id, [{ op: 'replace', path: '/state', value: state }]),
      );
      if (status >= 300) throw upstreamFailed();
    },
    /** Creates a code that lets whoever has it into an account. */
    recoveryCode: (id: string) =>
      read(recoveryCode, identityRequests.createRecoveryCodeForIdentity({ identity_id: id })),
    /** Changes the traits of an identity. @returns why Kratos refuses that; undefined if it does not */
    changeTraits: async (id: string, patch: JsonPatch[]): Promise<Refusal | undefined> =>
      refusal(await send(identityRequests.patchIdentity(id, patch))),
    /** Creates an identity. @returns its id, or why Kratos refuses it */
    create: async (schema: string, traits: object): Promise<{ id: string } | { refused: Refusal }> => {
      const answer = await send(identityRequests.createIdentity({ schema_id: schema, traits }));
      const refused = refusal(answer);
      return refused ? { refused } : { id: parsed(storedIdentity, answer).id };
    },
    /** Deletes an identity. */
    remove: (id: string) => change(identityRequests.deleteIdentity(id)),
    /** Writes the trust record of an identity. */
    setTrust: async (account: StoredIdentity, trust: Trust): Promise<void> => {
      const { status } = await send(identityRequests.patchIdentity(account.id, trustPatch(account, trust)));
      if (status >= 300) throw upstreamFailed();
    },
    /** Forgets the change of address in the trust record of an identity. */
    forgetChange: (id: string) =>
      change(
        identityRequests.patchIdentity(id, [{ op: 'remove', path: `/metadata_admin/${trustKey}/changing` }]),
      ),
    /** Keeps something with an identity that its owner's session shows. Pass `undefined` to remove it. */
    setPublic: async (id: string, key: string, kept: unknown): Promise<void> => {
      const { metadata_public: metadata } = await read(publicMetadata, identityRequests.getIdentity(id));
      const value = { ...fieldsOf(metadata), [key]: kept };
      const { status } = await send(
        identityRequests.patchIdentity(id, [{ op: 'add', path: '/metadata_public', value }]),
      );
      if (status >= 300) throw upstreamFailed();
    },
    /** Ends all sessions of an identity, except one. */
    endSessions: async (id: string, except: string | undefined): Promise<void> => {
      if (except === undefined) {
        await change(identityRequests.deleteIdentitySessions(id));
        return;
      }
      for (;;) {
        const page = await read(sessions, activeSessions(id));
        const others = page.filter((session) => session.id !== except);
        if (others.length === 0) return;
        await fewAtATime(others, (session) => change(identityRequests.disableSession(session.id)));
      }
    },
    /**
     * Writes an address into the traits of an identity, in place of what is there.
     *
     * @param place a JSON pointer
     * @returns false if somebody else has that address
     */
    putAddress: async ({ id, traits }: StoredIdentity, place: string, address: string): Promise<boolean> => {
      const { status } = await send(
        identityRequests.patchIdentity(id, [patchAt(place, { traits }, address)]),
      );
      if (status >= 300 && status !== 409) throw upstreamFailed();
      return status < 300;
    },
    /**
     * Takes texts out of the traits of an identity.
     *
     * @param places JSON pointers
     * @returns false if its schema does not allow it
     */
    removeTraits: async (id: string, places: readonly string[]): Promise<boolean> => {
      // the last items of a list first
      const patch = places.toReversed().map((path) => ({ op: 'remove', path }) as const);
      const { status } = await send(identityRequests.patchIdentity(id, patch));
      if (status >= 300 && status !== 400) throw upstreamFailed();
      return status < 300;
    },
    /** Removes the credentials of a kind, or the one with an identifier. */
    removeCredential: (id: string, kind: CredentialKind, identifier?: string) =>
      change(identityRequests.deleteIdentityCredentials(id, kind, identifier)),
    /** Removes the second factors of an identity. */
    removeSecondFactors: async ({ id, credentials }: StoredIdentity): Promise<void> => {
      for (const kind of secondFactors)
        if (credentials?.[kind]) await change(identityRequests.deleteIdentityCredentials(id, kind));
    },
  };
}

/** Reads and changes identities through Kratos' admin API. */
export type Identities = ReturnType<typeof createIdentities>;
