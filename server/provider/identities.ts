import { randomBytes } from 'node:crypto';
import type {
  DeleteIdentityCredentialsTypeEnum as CredentialKind,
  JsonPatch,
  UpdateIdentityBody,
} from '@ory/client';
import * as z from 'zod';
import { groups, isSocial, methodOf, type Group } from '../../shared/flow/methods.ts';
import { upstreamFailed } from '../http/upstreamErrors.ts';
import { fewAtATime } from './fewAtATime.ts';
import type { BuiltRequest } from './providerRequest.ts';
import { identitiesWith, identityRequests } from './requests.ts';
import type { ProviderAnswer, Transport } from './transport.ts';

const credential = z.object({
  identifiers: z.array(z.string()).nullish(),
  config: z
    .object({
      hashed_password: z.string().nullish(),
      use_password_migration_hook: z.boolean().nullish(),
      credentials: z.array(z.unknown()).nullish(),
    })
    .nullish()
    .catch(undefined),
});

const identity = z.object({
  id: z.string().min(1),
  schema_id: z.string().nullish(),
  state: z.string().nullish(),
  external_id: z.string().nullish(),
  traits: z.unknown().optional(),
  metadata_public: z.unknown().optional(),
  metadata_admin: z.unknown().optional(),
  verifiable_addresses: z
    .array(z.object({ value: z.string(), verified: z.boolean(), created_at: z.string().nullish() }))
    .nullish(),
  credentials: z.record(z.string(), credential).nullish(),
});

/** An identity as Kratos' admin API shows it. */
export type StoredIdentity = z.output<typeof identity>;

/** Kinds of credentials with which somebody can sign in without the mailbox of the address. */
const endable: CredentialKind[] = groups.filter((group): group is Group & CredentialKind => {
  const { factor, proves } = methodOf(group);
  return factor !== undefined && proves !== 'mailbox';
});

/** The kinds whose content is requested: Kratos lists some of them even if they are empty. */
const included: CredentialKind[] = ['password', 'webauthn', 'passkey'];

function isUsable(kind: string, { identifiers, config }: z.output<typeof credential>): boolean {
  switch (kind) {
    case 'password':
      return Boolean(config?.hashed_password) || config?.use_password_migration_hook === true;
    case 'webauthn':
    case 'passkey':
      return (config?.credentials?.length ?? 0) > 0;
    default:
      return !isSocial(kind) || (identifiers?.length ?? 0) > 0;
  }
}

/** Returns the kinds of usable credentials that an identity has besides mailed codes. */
export const credentialKinds = ({ credentials }: StoredIdentity): CredentialKind[] =>
  endable.filter((kind) => credentials?.[kind] && isUsable(kind, credentials[kind]));

/** Returns the verified or the unverified addresses of an identity. */
export const addressesOf = ({ verifiable_addresses: all }: StoredIdentity, verified: boolean): string[] =>
  (all ?? []).filter((address) => address.verified === verified).map(({ value }) => value);

/** Reads and changes identities through Kratos' admin API when an address is proved. */
export interface Identities {
  /** Finds the identity that signs in with an identifier; undefined if there is none. */
  find: (identifier: string) => Promise<StoredIdentity | undefined>;
  /** Reads an identity again. */
  get: (id: string) => Promise<StoredIdentity>;
  /**
   * Removes all credentials except mailed codes. Returns the kinds that are still usable: in Kratos v1.3.1 no admin
   * can remove passkeys.
   */
  endCredentials: (identity: Pick<StoredIdentity, 'id'>) => Promise<string[]>;
  /** Ends all sessions of an identity, except one. */
  endSessions: (id: string, except: string | undefined) => Promise<void>;
  /** Marks addresses as unproved again. */
  unverify: (identity: StoredIdentity, addresses: readonly string[]) => Promise<void>;
  /** Creates a code that recovers the identity at once, and the id of its flow; undefined if Kratos creates none. */
  recoveryCode: (id: string) => Promise<{ flow: string; code: string } | undefined>;
}

/** How long each call may take, in milliseconds. */
const deadlineMs = 10_000;

/** Kratos' largest page of sessions. */
const sessionsPerPage = 250;

/** Builds the request for an identity's active sessions, as many as fit on a page. */
const activeSessions = (id: string): BuiltRequest =>
  identityRequests.listIdentitySessions(id, undefined, undefined, sessionsPerPage, undefined, true);

const bcryptAlphabet = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns a bcrypt hash of no known password: its salt and digest are random. */
const unusableHash = (): string =>
  `$2a$12$${Array.from(randomBytes(52), (byte) => bcryptAlphabet[byte % 64]).join('')}u`;

const sessions = z.array(z.object({ id: z.string() }));
const recovery = z.object({ recovery_link: z.string(), recovery_code: z.string() });

/** Returns an identity unchanged except for a password that nobody knows. */
const withUnusablePassword = ({
  schema_id,
  state,
  traits,
  metadata_public,
  metadata_admin,
  external_id,
}: StoredIdentity) =>
  ({
    schema_id,
    state,
    traits,
    metadata_public,
    metadata_admin,
    ...(external_id && { external_id }),
    credentials: { password: { config: { hashed_password: unusableHash() } } },
  }) as UpdateIdentityBody;

/** Creates the access to identities. @param transport calls Kratos' admin URL */
export function createIdentities(transport: Transport): Identities {
  const send = (request: BuiltRequest): Promise<ProviderAnswer> => transport.send(request, { deadlineMs });
  const read = async <Value>(schema: z.ZodType<Value>, request: BuiltRequest): Promise<Value> => {
    const { status, body } = await send(request);
    const { data } = schema.safeParse(body);
    if (status >= 300 || data === undefined) throw upstreamFailed();
    return data;
  };
  const get = (id: string): Promise<StoredIdentity> =>
    read(identity, identityRequests.getIdentity(id, included));

  /** Kratos v26 removes credentials of any kind with one patch; v1.3.1 refuses it. */
  const removeByPatch = (id: string, kinds: readonly string[]): Promise<ProviderAnswer> =>
    send(
      identityRequests.patchIdentity(
        id,
        kinds.map((kind) => ({ op: 'remove', path: `/credentials/${kind}` })),
      ),
    );

  /**
   * Removes credentials as far as Kratos v1.3.1 can: a password is replaced, others are deleted; a passkey cannot be
   * removed.
   */
  const removeOneByOne = async (current: StoredIdentity, kinds: readonly CredentialKind[]): Promise<void> => {
    for (const kind of kinds)
      if (kind === 'password')
        await send(identityRequests.updateIdentity(current.id, withUnusablePassword(current)));
      else
        for (const identifier of kind === 'oidc' ? (current.credentials?.[kind]?.identifiers ?? []) : [''])
          await send(identityRequests.deleteIdentityCredentials(current.id, kind, identifier));
  };

  const hashOf = ({ credentials }: StoredIdentity): string | null | undefined =>
    credentials?.password?.config?.hashed_password;

  return {
    find: async (identifier) => (await read(z.array(identity), identitiesWith(identifier, included)))[0],
    get,
    endCredentials: async ({ id }) => {
      const before = await get(id);
      const kinds = credentialKinds(before);
      if (kinds.length === 0) return [];
      await removeByPatch(id, kinds);
      const patched = await get(id);
      const left = credentialKinds(patched);
      if (left.length === 0) return [];
      await removeOneByOne(patched, left);
      const after = await get(id);
      const isReplaced = hashOf(after) !== hashOf(before);
      return credentialKinds(after).filter((kind) => kind !== 'password' || !isReplaced);
    },
    endSessions: async (id, except) => {
      if (except === undefined) {
        const { status } = await send(identityRequests.deleteIdentitySessions(id));
        // 404: there is none
        if (status >= 300 && status !== 404) throw upstreamFailed();
        return;
      }
      for (;;) {
        const page = await read(sessions, activeSessions(id));
        const others = page.filter((session) => session.id !== except);
        if (others.length === 0) return;
        await fewAtATime(others, async (session) => {
          const { status } = await send(identityRequests.disableSession(session.id));
          if (status >= 300) throw upstreamFailed();
        });
      }
    },
    unverify: async ({ id }, addresses) => {
      const current = await get(id);
      const changes = (current.verifiable_addresses ?? []).flatMap(({ value }, at): JsonPatch[] =>
        addresses.includes(value)
          ? [
              { op: 'replace', path: `/verifiable_addresses/${at}/verified`, value: false },
              { op: 'replace', path: `/verifiable_addresses/${at}/status`, value: 'pending' },
            ]
          : [],
      );
      const { status } = await send(identityRequests.patchIdentity(id, changes));
      if (status >= 300) throw upstreamFailed();
    },
    recoveryCode: async (id) => {
      const { body } = await send(
        identityRequests.createRecoveryCodeForIdentity({ identity_id: id, expires_in: '1m' }),
      );
      const { data } = recovery.safeParse(body);
      if (!data || !URL.canParse(data.recovery_link)) return undefined;
      const flow = new URL(data.recovery_link).searchParams.get('flow');
      return flow === null ? undefined : { flow, code: data.recovery_code };
    },
  };
}
