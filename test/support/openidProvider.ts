import { generateKeyPairSync } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** A social sign-in provider over OpenID Connect. */
export interface OpenidProvider {
  /** Kratos' variables that configure it twice, as the services "Acme" and "Umbrella". */
  kratos: Record<string, string>;
  /** Makes the next sign-ins this person's, without a prompt. @param email an address that Acme has verified */
  signInAs: (email: string) => void;
  stop: () => Promise<void>;
}

const client = { client_id: 'portal', client_secret: 'a secret between Kratos and Acme' };

/** The required traits, in Jsonnet: Acme's users have accepted the terms there. */
const complete = '{ email: claims.email, tos: true }';

/** Kratos' Jsonnet mapper from Acme's claims to traits. */
const mapperOf = (traits: string): string => `
local claims = std.extVar('claims');
{ identity: { traits: ${traits} } }
`;

const services = [
  { id: 'acme', label: 'Acme' },
  { id: 'umbrella', label: 'Umbrella' },
];

/** In seconds; longer than any test. */
const minute = 60;

const signingKey = (): JsonWebKey => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' };
};

const listening = (server: http.Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

/**
 * Starts a real OpenID provider that signs in anybody without a password and skips consent.
 *
 * @param portalUrl the portal's origin, for the redirect URIs
 * @param traits the traits that Kratos derives from `claims`, in Jsonnet; all the required ones by default
 */
export async function startOpenidProvider(portalUrl: string, traits = complete): Promise<OpenidProvider> {
  let email = 'ann@acme.example';
  const server = http.createServer();
  const issuer = `http://127.0.0.1:${await listening(server)}`;
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: services.map(({ id }) => `${portalUrl}/self-service/methods/oidc/callback/${id}`),
      },
    ],
    jwks: { keys: [signingKey()] },
    ttl: { AccessToken: minute, Grant: minute, IdToken: minute, Interaction: minute, Session: minute },
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
    void provider
      .interactionFinished(request, response, { login: { accountId: email, remember: false } })
      .catch((cause: unknown) => response.writeHead(500).end(String(cause)));
  });
  return {
    kratos: {
      SELFSERVICE_METHODS_OIDC_ENABLED: 'true',
      SELFSERVICE_METHODS_OIDC_CONFIG_PROVIDERS: JSON.stringify(
        services.map((service) => ({
          ...service,
          provider: 'generic',
          ...client,
          issuer_url: issuer,
          mapper_url: `base64://${Buffer.from(mapperOf(traits)).toString('base64')}`,
          scope: ['openid', 'email'],
        })),
      ),
    },
    signInAs: (address) => (email = address),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
