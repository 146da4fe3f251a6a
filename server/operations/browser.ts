import { operationsOf } from './operation.ts';
import { flowBody, path, query } from './parameters.ts';

const flowAndToken = [query('flow'), query('token'), query('code')];

/**
 * Operations that only browsers call, so that @ory/client lacks them: mailed links, the redirect back from a social
 * provider, forms posted by another site, and pages of the OAuth2 server; and the OAuth2 server's metadata at the path
 * where applications look for it (RFC 8414, section 3).
 */
export const browser = operationsOf({ api: 'browser', upstream: 'kratosPublic', access: 'public' }, [
  { operation: 'resumeLoginFlow', method: 'GET', path: '/self-service/login', parameters: flowAndToken },
  {
    operation: 'resumeRegistrationFlow',
    method: 'GET',
    path: '/self-service/registration',
    parameters: flowAndToken,
  },
  {
    operation: 'followRecoveryLink',
    method: 'GET',
    path: '/self-service/recovery',
    parameters: flowAndToken,
  },
  {
    operation: 'followVerificationLink',
    method: 'GET',
    path: '/self-service/verification',
    parameters: flowAndToken,
  },
  {
    operation: 'resumeSettingsFlow',
    method: 'GET',
    path: '/self-service/settings',
    parameters: flowAndToken,
  },
  { operation: 'returnFromProvider', method: 'GET', path: '/self-service/methods/oidc/callback' },
  {
    operation: 'returnFromNamedProvider',
    method: 'GET',
    path: '/self-service/methods/oidc/callback/{provider}',
    parameters: [path('provider')],
  },
  {
    operation: 'postFromNamedProvider',
    method: 'POST',
    path: '/self-service/methods/oidc/callback/{provider}',
    parameters: [path('provider')],
    body: { ...flowBody('form'), required: false },
  },
  {
    operation: 'returnFromOrganizationProvider',
    method: 'GET',
    path: '/self-service/methods/oidc/organization/{organization}/callback/{provider}',
    parameters: [path('organization'), path('provider')],
  },
  {
    operation: 'postFromOrganizationProvider',
    method: 'POST',
    path: '/self-service/methods/oidc/organization/{organization}/callback/{provider}',
    parameters: [path('organization'), path('provider')],
    body: { ...flowBody('form'), required: false },
  },
  {
    operation: 'discoverOAuth2Server',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    upstream: 'hydraPublic',
    cacheable: true,
  },
  {
    operation: 'postOAuth2Authorize',
    method: 'POST',
    path: '/oauth2/auth',
    upstream: 'hydraPublic',
    body: { ...flowBody('form'), required: false },
  },
  {
    operation: 'postRevokeOidcSession',
    method: 'POST',
    path: '/oauth2/sessions/logout',
    upstream: 'hydraPublic',
    body: { ...flowBody('form'), required: false },
  },
  {
    operation: 'postOidcUserInfo',
    method: 'POST',
    path: '/userinfo',
    upstream: 'hydraPublic',
    body: { ...flowBody('form'), required: false },
  },
]);
