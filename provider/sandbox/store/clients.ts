import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { conflict, malformed, noSuchResource } from '../hydraError.ts';
import { collection } from './collection.ts';
import { lifespanNames } from './lifespans.ts';

/** A client in the format of Hydra's API, without its secrets. */
export type ClientDocument = Record<string, unknown> & {
  client_id: string;
  redirect_uris: string[];
  grant_types: string[];
  response_types: string[];
  scope: string;
  audience: string[];
  token_endpoint_auth_method: string;
};

interface StoredClient {
  document: ClientDocument;
  secretHash: string;
  registrationTokenHash: string;
}

/** The credentials of a client, which only appear in the answer that creates them. */
interface Secrets {
  client_secret?: string;
  registration_access_token?: string;
}

const lists = [
  'redirect_uris',
  'grant_types',
  'response_types',
  'audience',
  'allowed_cors_origins',
  'contacts',
];
const texts = ['client_name', 'scope', 'owner', 'policy_uri', 'tos_uri', 'client_uri', 'logo_uri'];

const defaults = {
  ...Object.fromEntries(texts.map((name) => [name, ''])),
  ...Object.fromEntries(lists.map((name) => [name, []])),
  client_secret_expires_at: 0,
  subject_type: 'public',
  jwks: {},
  token_endpoint_auth_method: 'client_secret_basic',
  userinfo_signed_response_alg: 'none',
  metadata: {},
  skip_consent: false,
  skip_logout_consent: null,
  ...Object.fromEntries(lifespanNames.map((name) => [name, null])),
};

/** Hydra's default scopes for a client that names none. */
const defaultScope = 'offline_access offline openid';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const matches = (text: string, expected: string | undefined): boolean =>
  expected !== undefined && timingSafeEqual(Buffer.from(hash(text)), Buffer.from(expected));
const newSecret = (): string => randomBytes(20).toString('base64url');

function checked(given: Record<string, unknown>): Record<string, unknown> {
  for (const name of lists)
    if (given[name] && !Array.isArray(given[name])) throw malformed(`Field ${name} must be a list.`);
  const uris = (given.redirect_uris ?? []) as unknown[];
  for (const uri of uris)
    if (typeof uri !== 'string' || !URL.canParse(uri) || uri.includes('#'))
      throw malformed('Redirect URIs must be absolute and must not contain fragments (#).');
  if (typeof given.client_secret === 'string' && given.client_secret && given.client_secret.length < 6)
    throw malformed('Field client_secret must contain a secret that is at least 6 characters long.');
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** The registered clients. */
export type Clients = ReturnType<typeof createClients>;

/** @param portalUrl the origin of the registration endpoint */
export function createClients(database: DatabaseSync, portalUrl: string) {
  const stored = collection<StoredClient>(database, 'client');
  const find = (id: string): StoredClient => {
    const client = stored.get(id);
    if (!client) throw noSuchResource();
    return client;
  };
  const now = (): string => new Date().toISOString().replace(/\.\d+/, '');

  return {
    get: (id: string): ClientDocument | undefined => stored.get(id)?.document,
    require: (id: string): ClientDocument => find(id).document,
    all: (): ClientDocument[] => stored.all().map(({ document }) => document),

    /** Registers a client. @returns the client with its new credentials */
    create(given: Record<string, unknown>): ClientDocument & Secrets {
      const { client_secret, ...fields } = checked(given);
      const id = typeof given.client_id === 'string' && given.client_id ? given.client_id : randomUUID();
      if (stored.get(id)) throw conflict();
      const secret = typeof client_secret === 'string' && client_secret ? client_secret : newSecret();
      const token = newSecret();
      const document = {
        ...defaults,
        scope: defaultScope,
        ...fields,
        client_id: id,
        created_at: now(),
        updated_at: now(),
      } as unknown as ClientDocument;
      stored.put(id, { document, secretHash: hash(secret), registrationTokenHash: hash(token) });
      return {
        ...document,
        ...(document.token_endpoint_auth_method !== 'none' && { client_secret: secret }),
        registration_access_token: token,
        registration_client_uri: `${portalUrl}/oauth2/register`,
      };
    },

    /** Replaces a client's fields; missing ones get their defaults. The secret stays unless a new one is given. */
    update(id: string, given: Record<string, unknown>): ClientDocument & Secrets {
      const client = find(id);
      const { client_secret, ...fields } = checked(given);
      const secret = typeof client_secret === 'string' && client_secret ? client_secret : undefined;
      const document = {
        ...defaults,
        ...fields,
        client_id: id,
        created_at: client.document.created_at,
        updated_at: now(),
      } as unknown as ClientDocument;
      const secretHash = secret === undefined ? client.secretHash : hash(secret);
      stored.put(id, { ...client, document, secretHash });
      return { ...document, ...(secret !== undefined && { client_secret: secret }) };
    },

    delete(id: string): void {
      if (!stored.delete(id)) throw noSuchResource();
    },

    hasSecret: (id: string, secret: string): boolean => matches(secret, stored.get(id)?.secretHash),
    hasRegistrationToken: (id: string, token: string): boolean =>
      matches(token, stored.get(id)?.registrationTokenHash),

    /** Replaces the registration access token. */
    newRegistrationToken(id: string): string {
      const token = newSecret();
      stored.put(id, { ...find(id), registrationTokenHash: hash(token) });
      return token;
    },
  };
}
