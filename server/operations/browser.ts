import type { FlowKind } from '../../shared/page.ts';
import type { Parameter } from './operation.ts';
import { get, operationsOf, post } from './rows.ts';
import { flowBody, formBody, query } from './parameters.ts';

const visit = ['visit'] as const;
const formPost = ['formPost'] as const;
const asQuery = {
  upstream: 'hydraPublic',
  fromOtherSites: formPost,
  formAsQuery: true,
  body: { ...formBody, argument: 'form' },
} as const;
const optionalForm = { ...flowBody('form'), required: false };

/**
 * A link to a flow. The provider would accept a whole form in its query, and anybody can write a link: so it may only
 * name the flow and the parameters that the provider's own mails add, nothing that proves or names somebody. A link with a
 * token gets a page of the portal before the gateway; see `server/account/mailedLink.ts`.
 */
const link = (submits: FlowKind, parameters: (string | Parameter)[]) =>
  get(`/self-service/${submits}`, { submits, parameters, fromOtherSites: visit, closedQuery: true });

/**
 * A mailed code, be it cut off or mangled. The code with which an app fetches a session is far longer: the provider would keep
 * it in the flow, where whoever has begun that flow could read it.
 */
const mailedCode = query('code', { maxLength: 12 });

/**
 * Operations that only browsers call, so that @ory/client lacks them: mailed links, the redirect back from a social
 * provider, forms posted by another site, and pages of the OAuth2 server; and the OAuth2 server's metadata at the path
 * where applications look for it (RFC 8414, section 3).
 */
export const browser = operationsOf(
  { api: 'browser', upstream: 'kratosPublic', access: 'public' },
  {
    resumeLoginFlow: link('login', ['flow']),
    resumeRegistrationFlow: link('registration', ['flow']),
    followRecoveryLink: link('recovery', ['flow', 'token', mailedCode]),
    followVerificationLink: link('verification', ['flow', 'token', mailedCode]),
    resumeSettingsFlow: link('settings', ['flow']),
    returnFromProvider: get('/self-service/methods/oidc/callback', {
      finishes: 'login',
      fromOtherSites: visit,
    }),
    returnFromNamedProvider: get('/self-service/methods/oidc/callback/{provider}', {
      finishes: 'login',
      fromOtherSites: visit,
    }),
    postFromNamedProvider: post('/self-service/methods/oidc/callback/{provider}', {
      finishes: 'login',
      fromOtherSites: formPost,
      body: optionalForm,
    }),
    returnFromOrganizationProvider: get(
      '/self-service/methods/oidc/organization/{organization}/callback/{provider}',
      { finishes: 'login', fromOtherSites: visit },
    ),
    postFromOrganizationProvider: post(
      '/self-service/methods/oidc/organization/{organization}/callback/{provider}',
      { finishes: 'login', fromOtherSites: formPost, body: optionalForm },
    ),
    discoverOAuth2Server: get('/.well-known/oauth-authorization-server', {
      head: true,
      upstream: 'hydraPublic',
      fromOtherSites: ['cors'],
      cacheable: true,
    }),
    postOAuth2Authorize: post('/oauth2/auth', asQuery),
    postRevokeOidcSession: post('/oauth2/sessions/logout', asQuery),
    postOidcUserInfo: post('/userinfo', {
      upstream: 'hydraPublic',
      fromOtherSites: ['cors'],
      body: optionalForm,
    }),
  },
);
