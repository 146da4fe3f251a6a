import { operationsOf } from './operation.ts';
import { jsonBody, path, query, requiredJson } from './parameters.ts';

const common = {
  api: 'oidc',
  upstream: 'hydraPublic',
  access: 'public',
  fromOtherSites: ['cors'],
} as const;

/** OpenID Connect: discovery, user info, dynamic clients, logout. */
export const oidc = operationsOf(common, [
  {
    operation: 'createOidcDynamicClient',
    method: 'POST',
    path: '/oauth2/register',
    body: requiredJson('oAuth2Client'),
  },
  {
    operation: 'createVerifiableCredential',
    method: 'POST',
    path: '/credentials',
    body: jsonBody('createVerifiableCredentialRequestBody'),
  },
  {
    operation: 'deleteOidcDynamicClient',
    method: 'DELETE',
    path: '/oauth2/register/{id}',
    parameters: [path('id')],
  },
  {
    operation: 'discoverOidcConfiguration',
    method: 'GET',
    path: '/.well-known/openid-configuration',
    head: true,
    cacheable: true,
  },
  {
    operation: 'getOidcDynamicClient',
    method: 'GET',
    path: '/oauth2/register/{id}',
    parameters: [path('id')],
  },
  { operation: 'getOidcUserInfo', method: 'GET', path: '/userinfo', head: true },
  {
    operation: 'revokeOidcSession',
    method: 'GET',
    path: '/oauth2/sessions/logout',
    head: true,
    fromOtherSites: ['visit'],
    // Hydra refuses a state without the token, which is optional for applications
    parameters: [query('state', { onlyWith: 'id_token_hint' })],
  },
  {
    operation: 'setOidcDynamicClient',
    method: 'PUT',
    path: '/oauth2/register/{id}',
    parameters: [path('id')],
    body: requiredJson('oAuth2Client'),
  },
]);
