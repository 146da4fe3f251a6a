import { operationsOf } from './operation.ts';
import { jsonBody, path, requiredJson } from './parameters.ts';

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
    cacheable: true,
  },
  {
    operation: 'getOidcDynamicClient',
    method: 'GET',
    path: '/oauth2/register/{id}',
    parameters: [path('id')],
  },
  { operation: 'getOidcUserInfo', method: 'GET', path: '/userinfo' },
  {
    operation: 'revokeOidcSession',
    method: 'GET',
    path: '/oauth2/sessions/logout',
    fromOtherSites: ['visit'],
  },
  {
    operation: 'setOidcDynamicClient',
    method: 'PUT',
    path: '/oauth2/register/{id}',
    parameters: [path('id')],
    body: requiredJson('oAuth2Client'),
  },
]);
