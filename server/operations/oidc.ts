import { del, get, operationsOf, post, put } from './rows.ts';
import { jsonBody, query, requiredJson } from './parameters.ts';

const common = {
  api: 'oidc',
  upstream: 'hydraPublic',
  access: 'public',
  fromOtherSites: ['cors'],
} as const;

/** OpenID Connect: discovery, user info, dynamic clients, logout. */
export const oidc = operationsOf(common, {
  createOidcDynamicClient: post('/oauth2/register', {
    registersClient: true,
    body: requiredJson('oAuth2Client'),
  }),
  createVerifiableCredential: post('/credentials', {
    body: jsonBody('createVerifiableCredentialRequestBody'),
  }),
  deleteOidcDynamicClient: del('/oauth2/register/{id}'),
  discoverOidcConfiguration: get('/.well-known/openid-configuration', { head: true, cacheable: true }),
  getOidcDynamicClient: get('/oauth2/register/{id}'),
  getOidcUserInfo: get('/userinfo', { head: true }),
  revokeOidcSession: get('/oauth2/sessions/logout', {
    head: true,
    fromOtherSites: ['visit'],
    // Hydra refuses a state without the token, which is optional for applications
    parameters: [query('state', { onlyWith: 'id_token_hint' })],
  }),
  setOidcDynamicClient: put('/oauth2/register/{id}', {
    registersClient: true,
    body: requiredJson('oAuth2Client'),
  }),
});
