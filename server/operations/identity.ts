import {
  consistencies,
  credentialTypes,
  deletableCredentialTypes,
  identityStates,
  jsonPatchOperations,
  sessionExpansions,
} from './enumerations.ts';
import { del, get, operationsOf, patch, post, put } from './rows.ts';
import {
  answerField,
  bodyField,
  jsonBody,
  pages,
  path,
  query,
  requiredJson,
  tokenPages,
} from './parameters.ts';

/** Identities, their sessions and schemas; recovery on behalf of somebody. */
export const identity = operationsOf(
  { api: 'identity', upstream: 'kratosAdmin', access: 'admin' },
  {
    batchPatchIdentities: patch('/admin/identities', {
      actsOn: 'answer',
      body: jsonBody('patchIdentitiesBody'),
      long: true,
    }),
    createIdentity: post('/admin/identities', {
      actsOn: 'location',
      body: jsonBody('createIdentityBody'),
      fields: [bodyField('state', identityStates)],
    }),
    createRecoveryCodeForIdentity: post('/admin/recovery/code', {
      actsOn: 'body.identity_id',
      body: jsonBody('createRecoveryCodeForIdentityBody'),
    }),
    createRecoveryLinkForIdentity: post('/admin/recovery/link', {
      actsOn: 'body.identity_id',
      parameters: ['return_to'],
      body: jsonBody('createRecoveryLinkForIdentityBody'),
    }),
    createTestLoginFlow: post('/admin/test-login-flows', { body: requiredJson('createTestLoginFlowBody') }),
    deleteIdentity: del('/admin/identities/{id}', { actsOn: 'path' }),
    deleteIdentityCredentials: del('/admin/identities/{id}/credentials/{type}', {
      actsOn: 'path',
      parameters: [path('type', { values: deletableCredentialTypes }), 'identifier'],
    }),
    deleteIdentitySessions: del('/admin/identities/{id}/sessions', { actsOn: 'path' }),
    disableSession: del('/admin/sessions/{id}', { actsOn: 'session' }),
    extendSession: patch('/admin/sessions/{id}/extend', { actsOn: 'session' }),
    getIdentity: get('/admin/identities/{id}', {
      parameters: [query('include_credential', { type: 'string[]', values: credentialTypes })],
      fields: [answerField('state', identityStates)],
    }),
    getIdentityByExternalID: get('/admin/identities/by/external/{externalID}', {
      parameters: [query('include_credential', { type: 'string[]', values: credentialTypes })],
    }),
    getIdentitySchema: get('/schemas/{id}', { upstream: 'kratosPublic', access: 'public', cacheable: true }),
    getSession: get('/admin/sessions/{id}', {
      parameters: [query('expand', { type: 'string[]', values: sessionExpansions })],
    }),
    listIdentities: get('/admin/identities', {
      parameters: [
        ...pages,
        query('consistency', { values: consistencies }),
        query('ids', { type: 'string[]' }),
        'credentials_identifier',
        'preview_credentials_identifier_similar',
        query('include_credential', { type: 'string[]' }),
        'organization_id',
        query('ids_filter', { type: 'string[]' }),
      ],
    }),
    listIdentitySchemas: get('/schemas', {
      upstream: 'kratosPublic',
      access: 'public',
      parameters: pages,
      cacheable: true,
    }),
    listIdentitySessions: get('/admin/identities/{id}/sessions', {
      parameters: [...pages, query('active', { type: 'boolean' })],
    }),
    listSessions: get('/admin/sessions', {
      parameters: [
        ...tokenPages,
        query('active', { type: 'boolean' }),
        query('expand', { type: 'string[]', values: sessionExpansions }),
      ],
    }),
    manageSessions: post('/admin/sessions', {
      actsOn: 'list',
      body: requiredJson('manageSessionsBody'),
      long: true,
    }),
    patchIdentity: patch('/admin/identities/{id}', {
      actsOn: 'path',
      body: jsonBody('jsonPatch'),
      fields: [bodyField('[].op', jsonPatchOperations)],
    }),
    updateIdentity: put('/admin/identities/{id}', {
      actsOn: 'path',
      body: jsonBody('updateIdentityBody'),
      fields: [bodyField('state', identityStates)],
    }),
  },
);
