import { accessTokenStrategies, jsonPatchOperations } from './enumerations.ts';
import { del, get, operationsOf, patch, post, put } from './rows.ts';
import {
  bodyField,
  field,
  formBody,
  jsonBody,
  query,
  required,
  requiredField,
  requiredJson,
  tokenPages,
} from './parameters.ts';

/** OAuth2: the endpoints for clients, and the administration of clients, requests, consents and trusted issuers. */
export const oAuth2 = operationsOf(
  { api: 'oAuth2', upstream: 'hydraAdmin', access: 'admin' },
  {
    acceptOAuth2ConsentRequest: put('/admin/oauth2/auth/requests/consent/accept', {
      parameters: [required('consent_challenge')],
      body: jsonBody('acceptOAuth2ConsentRequest'),
    }),
    acceptOAuth2LoginRequest: put('/admin/oauth2/auth/requests/login/accept', {
      actsOn: 'body.subject',
      parameters: [required('login_challenge')],
      body: jsonBody('acceptOAuth2LoginRequest'),
    }),
    acceptOAuth2LogoutRequest: put('/admin/oauth2/auth/requests/logout/accept', {
      parameters: [required('logout_challenge')],
    }),
    acceptUserCodeRequest: put('/admin/oauth2/auth/requests/device/accept', {
      parameters: [required('device_challenge')],
      body: jsonBody('acceptDeviceUserCodeRequest'),
    }),
    createOAuth2Client: post('/admin/clients', {
      body: requiredJson('oAuth2Client'),
      fields: [bodyField('access_token_strategy', accessTokenStrategies)],
    }),
    deleteOAuth2Client: del('/admin/clients/{id}'),
    deleteOAuth2Token: del('/admin/oauth2/tokens', { parameters: [required('client_id')] }),
    deleteRotatedOAuth2ClientSecrets: del('/admin/clients/{id}/secrets/rotate'),
    deleteTrustedOAuth2JwtGrantIssuer: del('/admin/trust/grants/jwt-bearer/issuers/{id}'),
    getOAuth2Client: get('/admin/clients/{id}'),
    getOAuth2ConsentRequest: get('/admin/oauth2/auth/requests/consent', {
      parameters: [required('consent_challenge')],
    }),
    getOAuth2LoginRequest: get('/admin/oauth2/auth/requests/login', {
      parameters: [required('login_challenge')],
    }),
    getOAuth2LogoutRequest: get('/admin/oauth2/auth/requests/logout', {
      parameters: [required('logout_challenge')],
    }),
    getTrustedOAuth2JwtGrantIssuer: get('/admin/trust/grants/jwt-bearer/issuers/{id}'),
    introspectOAuth2Token: post('/admin/oauth2/introspect', {
      parameters: [field('scope'), requiredField('token')],
      body: formBody,
    }),
    listOAuth2Clients: get('/admin/clients', {
      parameters: [...tokenPages, 'client_name', 'owner'],
    }),
    listOAuth2ConsentSessions: get('/admin/oauth2/auth/sessions/consent', {
      parameters: [...tokenPages, required('subject'), 'login_session_id'],
    }),
    listTrustedOAuth2JwtGrantIssuers: get('/admin/trust/grants/jwt-bearer/issuers', {
      parameters: [
        ...tokenPages,
        'issuer',
        query('MaxItems', { type: 'number', min: 0 }),
        query('DefaultItems', { type: 'number', min: 0 }),
      ],
    }),
    oAuth2Authorize: get('/oauth2/auth', {
      head: true,
      upstream: 'hydraPublic',
      access: 'public',
      fromOtherSites: ['visit', 'frame'],
    }),
    oAuth2DeviceFlow: post('/oauth2/device/auth', {
      upstream: 'hydraPublic',
      access: 'public',
      fromOtherSites: ['cors'],
      clientLimit: 'devices',
    }),
    oauth2TokenExchange: post('/oauth2/token', {
      upstream: 'hydraPublic',
      access: 'public',
      fromOtherSites: ['cors'],
      clientLimit: 'secrets',
      parameters: [
        field('client_id'),
        field('code'),
        requiredField('grant_type'),
        field('redirect_uri'),
        field('refresh_token'),
      ],
      body: formBody,
    }),
    patchOAuth2Client: patch('/admin/clients/{id}', {
      body: requiredJson('jsonPatch'),
      fields: [bodyField('[].op', jsonPatchOperations)],
    }),
    performOAuth2DeviceVerificationFlow: get('/oauth2/device/verify', {
      head: true,
      upstream: 'hydraPublic',
      access: 'public',
      fromOtherSites: ['visit'],
    }),
    rejectOAuth2ConsentRequest: put('/admin/oauth2/auth/requests/consent/reject', {
      parameters: [required('consent_challenge')],
      body: jsonBody('rejectOAuth2Request'),
    }),
    rejectOAuth2LoginRequest: put('/admin/oauth2/auth/requests/login/reject', {
      parameters: [required('login_challenge')],
      body: jsonBody('rejectOAuth2Request'),
    }),
    rejectOAuth2LogoutRequest: put('/admin/oauth2/auth/requests/logout/reject', {
      parameters: [required('logout_challenge')],
    }),
    revokeOAuth2ConsentSessions: del('/admin/oauth2/auth/sessions/consent', {
      actsOn: 'query.subject',
      parameters: [
        required('subject', { unless: 'consent_request_id' }),
        'client',
        'consent_request_id',
        query('all', { type: 'boolean' }),
      ],
    }),
    revokeOAuth2LoginSessions: del('/admin/oauth2/auth/sessions/login', {
      actsOn: 'query.subject',
      parameters: ['subject', 'sid'],
    }),
    revokeOAuth2Token: post('/oauth2/revoke', {
      upstream: 'hydraPublic',
      access: 'public',
      fromOtherSites: ['cors'],
      clientLimit: 'secrets',
      parameters: [field('client_id'), field('client_secret'), requiredField('token')],
      body: formBody,
    }),
    rotateOAuth2ClientSecret: post('/admin/clients/{id}/secrets/rotate'),
    setOAuth2Client: put('/admin/clients/{id}', {
      body: requiredJson('oAuth2Client'),
      fields: [bodyField('access_token_strategy', accessTokenStrategies)],
    }),
    setOAuth2ClientLifespans: put('/admin/clients/{id}/lifespans', {
      body: jsonBody('oAuth2ClientTokenLifespans'),
    }),
    trustOAuth2JwtGrantIssuer: post('/admin/trust/grants/jwt-bearer/issuers', {
      actsOn: 'body.subject',
      body: jsonBody('trustOAuth2JwtGrantIssuer'),
    }),
  },
);
