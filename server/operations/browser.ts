import { operationsOf } from './operation.ts';
import { flowBody, formBody, path, query } from './parameters.ts';

const visit = ['visit'] as const;
const formPost = ['formPost'] as const;

/**
 * A link to a flow. The provider would accept a whole form in its query, and anybody can write a link: so it may only
 * name the flow and the parameters that the provider's own mails add, nothing that proves or names somebody. A link with a
 * token gets a page of the portal before the gateway; see `server/account/mailedLink.ts`.
 */
const link = { method: 'GET', fromOtherSites: visit, closedQuery: true } as const;

/**
 * Operations that only browsers call, so that @ory/client lacks them: mailed links, the redirect back from a social
 * provider, forms posted by another site, and pages of the OAuth2 server; and the OAuth2 server's metadata at the path
 * where applications look for it (RFC 8414, section 3).
 */
export const browser = operationsOf({ api: 'browser', upstream: 'kratosPublic', access: 'public' }, [
  { ...link, operation: 'resumeLoginFlow', path: '/self-service/login', parameters: [query('flow')] },
  {
    ...link,
    operation: 'resumeRegistrationFlow',
    path: '/self-service/registration',
    parameters: [query('flow')],
  },
  {
    ...link,
    operation: 'followRecoveryLink',
    path: '/self-service/recovery',
    parameters: [query('flow'), query('token'), query('code')],
  },
  {
    ...link,
    operation: 'followVerificationLink',
    path: '/self-service/verification',
    parameters: [query('flow'), query('token'), query('code')],
  },
  { ...link, operation: 'resumeSettingsFlow', path: '/self-service/settings', parameters: [query('flow')] },
  {
    operation: 'returnFromProvider',
    method: 'GET',
    path: '/self-service/methods/oidc/callback',
    fromOtherSites: visit,
  },
  {
    operation: 'returnFromNamedProvider',
    method: 'GET',
    path: '/self-service/methods/oidc/callback/{provider}',
    fromOtherSites: visit,
    parameters: [path('provider')],
  },
  {
    operation: 'postFromNamedProvider',
    method: 'POST',
    path: '/self-service/methods/oidc/callback/{provider}',
    fromOtherSites: formPost,
    parameters: [path('provider')],
    body: { ...flowBody('form'), required: false },
  },
  {
    operation: 'returnFromOrganizationProvider',
    method: 'GET',
    path: '/self-service/methods/oidc/organization/{organization}/callback/{provider}',
    fromOtherSites: visit,
    parameters: [path('organization'), path('provider')],
  },
  {
    operation: 'postFromOrganizationProvider',
    method: 'POST',
    path: '/self-service/methods/oidc/organization/{organization}/callback/{provider}',
    fromOtherSites: formPost,
    parameters: [path('organization'), path('provider')],
    body: { ...flowBody('form'), required: false },
  },
  {
    operation: 'discoverOAuth2Server',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    head: true,
    upstream: 'hydraPublic',
    fromOtherSites: ['cors'],
    cacheable: true,
  },
  {
    operation: 'postOAuth2Authorize',
    method: 'POST',
    path: '/oauth2/auth',
    upstream: 'hydraPublic',
    fromOtherSites: formPost,
    body: { ...formBody, argument: 'form' },
    formAsQuery: true,
  },
  {
    operation: 'postRevokeOidcSession',
    method: 'POST',
    path: '/oauth2/sessions/logout',
    upstream: 'hydraPublic',
    fromOtherSites: formPost,
    body: { ...formBody, argument: 'form' },
    formAsQuery: true,
  },
  {
    operation: 'postOidcUserInfo',
    method: 'POST',
    path: '/userinfo',
    upstream: 'hydraPublic',
    fromOtherSites: ['cors'],
    body: { ...flowBody('form'), required: false },
  },
]);
