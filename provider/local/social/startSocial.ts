import { generateKeyPairSync } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js';
import { close, listen } from '../loopback.ts';

/** The social provider's port, and the names and traits that Kratos gives it. */
export interface SocialOptions {
  /** The portal's origin, for the redirect URIs. */
  portalUrl: string;
  /** A free port by default. */
  port?: number;
  /** The names under which Kratos offers it; `verifies` makes Kratos treat its users' addresses as verified. */
  services: { id: string; label: string; verifies?: boolean }[];
  /** The traits that Kratos derives from `claims`, in Jsonnet; by default only the address. */
  traits?: string;
  /**
   * Answers a browser that has to sign in. @param finish completes the sign-in with the user's address, which counts
   * as verified @param last the address that signed in last in this browser
   */
  signIn: (
    request: IncomingMessage,
    response: ServerResponse,
    finish: (email: string) => void,
    last: string | undefined,
  ) => void;
}

/** A social sign-in provider over OpenID Connect. */
export interface Social {
  /** Kratos' variables that configure it, once for each service. */
  kratos: Record<string, string>;
  stop: () => Promise<void>;
}

const client = { client_id: 'portal', client_secret: 'a secret between Kratos and Acme' };

/** All that the provider knows, in Jsonnet: users give the consent themselves. */
const known = '{ email: claims.email }';

/** Kratos' Jsonnet mapper from Acme's claims to traits. */
const mapperOf = (traits: string, verifies: boolean): string => `
local claims = std.extVar('claims');
{
  identity: {
    traits: ${traits},
    verified_addresses: if ${String(verifies)} && claims.email_verified then [{ via: 'email', value: claims.email }] else [],
  },
}
`;

/** How long a sign-in may take, in seconds. */
const signInLimit = 600;

const signingKey = (): JsonWebKey => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' };
};

/**
 * Starts a real OpenID provider on loopback that skips consent, for development and tests.
 *
 * @throws Error when its port is taken
 */
export async function startSocial(options: SocialOptions): Promise<Social> {
  const { portalUrl, port, services, traits = known, signIn } = options;
  const server = http.createServer();
  const issuer = `http://127.0.0.1:${await listen(server, port)}`;
  const provider: Provider = new Provider(issuer, {
    // its default, which warns at every start unless it is given
    adapter: (model) => new MemoryAdapter(model),
    clients: [
      {
        ...client,
        redirect_uris: services.map(({ id }) => `${portalUrl}/self-service/methods/oidc/callback/${id}`),
      },
    ],
    jwks: { keys: [signingKey()] },
    ttl: {
      AccessToken: signInLimit,
      Grant: signInLimit,
      IdToken: signInLimit,
      Interaction: signInLimit,
      Session: signInLimit,
    },
    claims: { openid: ['sub', 'email', 'email_verified'] },
    conformIdTokenClaims: false,
    pkce: { required: () => false },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key for the cookies of Acme'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: true }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        accountId: oidc.session?.accountId,
        clientId: oidc.client?.clientId,
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    const fail = (cause: unknown): unknown => response.writeHead(500).end(String(cause));
    const finish = (email: string): void => {
      void provider
        .interactionFinished(request, response, { login: { accountId: email, remember: false } })
        .catch(fail);
    };
    provider
      .interactionDetails(request, response)
      .then(({ session }) => signIn(request, response, finish, session?.accountId))
      .catch(fail);
  });
  return {
    kratos: {
      SELFSERVICE_METHODS_OIDC_ENABLED: 'true',
      SELFSERVICE_METHODS_OIDC_CONFIG_PROVIDERS: JSON.stringify(
        services.map(({ verifies = false, ...service }) => ({
          ...service,
          provider: 'generic',
          ...client,
          issuer_url: issuer,
          mapper_url: `base64://${Buffer.from(mapperOf(traits, verifies)).toString('base64')}`,
          scope: ['openid', 'email'],
        })),
      ),
    },
    stop: () => close(server),
  };
}
