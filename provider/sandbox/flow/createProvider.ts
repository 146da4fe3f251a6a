import Provider, { type Configuration } from 'oidc-provider';
import type { Artifacts } from '../store/artifacts.ts';
import type { Clients } from '../store/clients.ts';
import { signingSet, type Keys } from '../store/keys.ts';
import type { Records } from '../store/records.ts';
import { checkScopes, checkState, matchesRedirectUri } from './authorizationChecks.ts';
import { clientCredentials } from './clientCredentials.ts';
import { interactionUrl } from './interactionUrl.ts';
import { policy } from './policy.ts';
import { paths } from './paths.ts';
import { lifespans } from './tokenLifespans.ts';

interface ProviderOptions {
  portalUrl: string;
  artifacts: Artifacts;
  clients: Clients;
  keys: Keys;
  records: Records;
}

function errorPage(
  portalUrl: string,
  { error, error_description }: { error: string; error_description?: string },
): string {
  // the one code that Hydra does not have
  const code = error === 'invalid_redirect_uri' ? 'invalid_request' : error;
  return `${portalUrl}/error?${new URLSearchParams({ error: code, error_description: error_description ?? '' })}`;
}

/** Creates an oidc-provider that acts as a Hydra whose issuer is the portal's origin. */
export function createProvider({ portalUrl, artifacts, clients, keys, records }: ProviderOptions): Provider {
  const toErrorPage: NonNullable<Configuration['renderError']> = (context, out) => {
    context.status = 302;
    context.redirect(errorPage(portalUrl, out));
  };
  const provider: Provider = new Provider(portalUrl, {
    adapter: artifacts.adapter,
    jwks: { keys: keys.set(signingSet).keys },
    routes: paths,
    discovery: {
      end_session_endpoint: portalUrl + paths.end_session,
      registration_endpoint: `${portalUrl}/oauth2/register`,
      frontchannel_logout_supported: true,
      frontchannel_logout_session_supported: true,
    },
    scopes: ['openid', 'offline_access', 'offline'],
    claims: { openid: ['sub'] },
    conformIdTokenClaims: false,
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    pkce: { required: () => true },
    extraParams: {
      audience: (context) => {
        checkScopes(context, clients);
        checkState(context);
      },
    },
    cookies: {
      names: {
        session: 'ory_hydra_session',
        interaction: 'ory_hydra_interaction',
        resume: 'ory_hydra_resume',
      },
      long: { httpOnly: true, sameSite: 'lax' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      backchannelLogout: { enabled: true },
      revocation: {
        enabled: true,
        allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
      },
      clientCredentials: { enabled: true },
      resourceIndicators: { enabled: false },
      deviceFlow: {
        enabled: true,
        charset: 'base-20',
        mask: '********',
        successSource: (context) =>
          context.redirect(`${portalUrl}/device/done?client_id=${context.oidc.client?.clientId ?? ''}`),
        userCodeInputSource: (context, _form, out) => {
          context.status = 400;
          context.body = { ...out, error: 'access_denied' };
        },
      },
    },
    findAccount: (_context, id, token) => ({
      accountId: id,
      claims: () => ({
        ...(token && 'grantId' in token && consentOf(String(token.grantId))?.session.id_token),
        sub: id,
      }),
    }),
    loadExistingGrant: ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : provider.Grant.find(grantId);
    },
    issueRefreshToken: (_context, client, code) =>
      client.grantTypeAllowed('refresh_token') &&
      (code.scopes.has('offline_access') || code.scopes.has('offline')),
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    interactions: { policy: policy(records), url: interactionUrl({ portalUrl, records }) },
    renderError: toErrorPage,
    ttl: lifespans(clients),
    // allows calls to clients on this machine: oidc-provider's dispatcher refuses loopback addresses
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
  });
  const consentOf = (grantId: string) => records.consentSessions.get(grantId)?.session;
  extend(provider, clients);
  return provider;
}

/** Changes behaviour for which oidc-provider has no options. */
function extend(provider: Provider, clients: Clients): void {
  provider.proxy = true;
  // submits the form with the same line as Hydra: the portal's content security policy allows no other script
  provider.use(async (context, next) => {
    await next();
    if (typeof context.body === 'string')
      context.body = context.body
        .replace(/<script>[^<]*<\/script>/, '')
        .replace('<body>', '<body onload="javascript:document.forms[0].submit()">');
  });
  // any scope of a client can be granted, not only those that the server knows
  Object.defineProperty(provider.OIDCContext.prototype, 'requestParamOIDCScopes', {
    get(this: { requestParamScopes: Set<string> }) {
      return this.requestParamScopes;
    },
  });
  // all claims of the accepted consent are released, whatever their names
  Object.assign(provider.Claims.prototype as object, {
    result(this: { available: object }) {
      return Promise.resolve({ ...this.available });
    },
  });
  // ID tokens name the login session, which all clients share
  Object.assign(provider.Session.prototype, {
    sidFor(this: { uid: string }) {
      return this.uid;
    },
  });
  Object.assign(provider.Client.prototype, {
    includeSid: () => true,
    redirectUriAllowed(this: { redirectUris: string[] }, uri: string) {
      return this.redirectUris.some((registered) => matchesRedirectUri(uri, registered));
    },
    compareClientSecret(this: { clientId: string }, secret: string) {
      return clients.hasSecret(this.clientId, secret);
    },
  });
  provider.registerGrantType('client_credentials', clientCredentials(provider, clients), [
    'scope',
    'audience',
  ]);
}
