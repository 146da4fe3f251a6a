import { jsonPatchOperations, projectStates, scopeStrategies } from './enumerations.ts';
import { del, get, operationsOf, patch, post, put } from './rows.ts';
import {
  answerField,
  bodyField,
  header,
  jsonBody,
  required,
  requiredJson,
  tokenPages,
} from './parameters.ts';

/** Projects of Ory Network, with their organisations, tokens, members and metrics. */
export const project = operationsOf(
  { api: 'project', upstream: 'projects', access: 'admin' },
  {
    createOrganization: post('/projects/{project_id}/organizations', { body: jsonBody('organizationBody') }),
    createOrganizationOnboardingPortalLink: post(
      '/projects/{project_id}/organizations/{organization_id}/onboarding-portal-links',
      { body: jsonBody('createOrganizationOnboardingPortalLinkBody') },
    ),
    createProject: post('/projects', { body: jsonBody('createProjectBody'), long: true }),
    createProjectApiKey: post('/projects/{project}/tokens', { body: jsonBody('createProjectApiKeyBody') }),
    deleteOrganization: del('/projects/{project_id}/organizations/{organization_id}'),
    deleteOrganizationOnboardingPortalLink: del(
      '/projects/{project_id}/organizations/{organization_id}/onboarding-portal-links/{onboarding_portal_link_id}',
    ),
    deleteProjectApiKey: del('/projects/{project}/tokens/{token_id}'),
    getOrganization: get('/projects/{project_id}/organizations/{organization_id}'),
    getOrganizationOnboardingPortalLinks: get(
      '/projects/{project_id}/organizations/{organization_id}/onboarding-portal-links',
    ),
    getProject: get('/projects/{project_id}', { fields: [answerField('state', projectStates)] }),
    getProjectMembers: get('/projects/{project}/members'),
    listOrganizations: get('/projects/{project_id}/organizations', {
      parameters: [...tokenPages, 'domain'],
    }),
    listProjectApiKeys: get('/projects/{project}/tokens'),
    listProjects: get('/projects'),
    patchProject: patch('/projects/{project_id}', {
      body: jsonBody('jsonPatch'),
      fields: [bodyField('[].op', jsonPatchOperations)],
    }),
    patchProjectWithRevision: patch('/projects/{project_id}/revision/{revision_id}', {
      body: jsonBody('jsonPatch'),
      fields: [bodyField('[].op', jsonPatchOperations)],
    }),
    purgeProject: del('/projects/{project_id}', { long: true }),
    removeProjectMember: del('/projects/{project}/members/{member}'),
    setProject: put('/projects/{project_id}', {
      body: jsonBody('setProject'),
      fields: [bodyField('services.oauth2.config.strategies.scope', scopeStrategies)],
    }),
    updateOrganization: put('/projects/{project_id}/organizations/{organization_id}', {
      body: jsonBody('organizationBody'),
    }),
    updateOrganizationOnboardingPortalLink: post(
      '/projects/{project_id}/organizations/{organization_id}/onboarding-portal-links/{onboarding_portal_link_id}',
      { body: jsonBody('updateOrganizationOnboardingPortalLinkBody') },
    ),
    getActiveProjectInConsole: get('/console/active/project'),
    getProjectMetrics: get('/projects/{project_id}/metrics', {
      parameters: [required('event_type'), required('resolution'), required('from'), required('to')],
    }),
    setActiveProjectInConsole: put('/console/active/project', {
      body: jsonBody('setActiveProjectInConsoleBody'),
    }),
  },
);

/** Workspaces of Ory Network, with their projects and tokens. */
export const workspace = operationsOf(
  { api: 'workspace', upstream: 'projects', access: 'admin' },
  {
    createWorkspace: post('/workspaces', { body: jsonBody('createWorkspaceBody') }),
    createWorkspaceApiKey: post('/workspaces/{workspace}/tokens', {
      body: jsonBody('createWorkspaceApiKeyBody'),
    }),
    deleteWorkspaceApiKey: del('/workspaces/{workspace}/tokens/{token_id}'),
    getWorkspace: get('/workspaces/{workspace}'),
    listWorkspaceApiKeys: get('/workspaces/{workspace}/tokens'),
    listWorkspaceProjects: get('/workspaces/{workspace}/projects'),
    listWorkspaces: get('/workspaces', { parameters: tokenPages }),
    updateWorkspace: put('/workspaces/{workspace}', { body: jsonBody('updateWorkspaceBody') }),
  },
);

/** The destinations of an Ory Network project's event streams. */
export const events = operationsOf(
  { api: 'events', upstream: 'projects', access: 'admin' },
  {
    createEventStream: post('/projects/{project_id}/eventstreams', {
      body: requiredJson('createEventStreamBody'),
    }),
    deleteEventStream: del('/projects/{project_id}/eventstreams/{event_stream_id}'),
    listEventStreams: get('/projects/{project_id}/eventstreams'),
    setEventStream: put('/projects/{project_id}/eventstreams/{event_stream_id}', {
      body: jsonBody('setEventStreamBody'),
    }),
  },
);

/** API keys of an Ory Network project: issuing, importing, verifying and revoking them. */
export const apiKeys = operationsOf(
  { api: 'apiKeys', upstream: 'network', access: 'admin' },
  {
    adminBatchCreateImportedApiKeys: post('/v2alpha1/admin/importedApiKeys:batchCreate', {
      body: requiredJson('batchCreateImportedApiKeysRequest'),
      long: true,
    }),
    adminBatchVerifyApiKeys: post('/v2alpha1/admin/apiKeys:batchVerify', {
      parameters: [header('Cache-Control'), header('Pragma')],
      body: requiredJson('batchVerifyApiKeysRequest'),
    }),
    adminDeleteImportedApiKey: del('/v2alpha1/admin/importedApiKeys/{key_id}'),
    adminDeriveToken: post('/v2alpha1/admin/apiKeys:derive', { body: requiredJson('deriveTokenRequest') }),
    adminGetImportedApiKey: get('/v2alpha1/admin/importedApiKeys/{key_id}'),
    adminGetIssuedApiKey: get('/v2alpha1/admin/issuedApiKeys/{key_id}'),
    adminImportApiKey: post('/v2alpha1/admin/importedApiKeys', { body: requiredJson('importApiKeyRequest') }),
    adminIssueApiKey: post('/v2alpha1/admin/issuedApiKeys', { body: requiredJson('issueApiKeyRequest') }),
    adminListImportedApiKeys: get('/v2alpha1/admin/importedApiKeys', {
      parameters: [...tokenPages, 'filter'],
    }),
    adminListIssuedApiKeys: get('/v2alpha1/admin/issuedApiKeys', {
      parameters: [...tokenPages, 'filter'],
    }),
    adminRevokeImportedApiKey: post('/v2alpha1/admin/importedApiKeys/{key_id}:revoke', {
      body: requiredJson('adminRevokeImportedApiKeyBody'),
    }),
    adminRevokeIssuedApiKey: post('/v2alpha1/admin/issuedApiKeys/{key_id}:revoke', {
      body: requiredJson('adminRevokeIssuedApiKeyBody'),
    }),
    adminRotateIssuedApiKey: post('/v2alpha1/admin/issuedApiKeys/{key_id}:rotate', {
      body: requiredJson('adminRotateIssuedApiKeyBody'),
    }),
    adminUpdateImportedApiKey: patch('/v2alpha1/admin/importedApiKeys/{key_id}', {
      parameters: ['update_mask'],
      body: requiredJson('adminUpdateImportedApiKeyRequest'),
    }),
    adminUpdateIssuedApiKey: patch('/v2alpha1/admin/issuedApiKeys/{key_id}', {
      parameters: ['update_mask'],
      body: requiredJson('adminUpdateIssuedApiKeyRequest'),
    }),
    adminVerifyApiKey: post('/v2alpha1/admin/apiKeys:verify', {
      parameters: [header('Cache-Control'), header('Pragma')],
      body: requiredJson('verifyApiKeyRequest'),
    }),
    getJwks: get('/v2alpha1/derivedKeys/jwks.json', { access: 'public', cacheable: true }),
    revokeApiKey: post('/v2alpha1/apiKeys:selfRevoke', {
      access: 'public',
      body: requiredJson('selfRevokeApiKeyRequest'),
    }),
  },
);

/** Settings of an Ory Network project, which its pages read. */
export const elements = operationsOf(
  { api: 'elements', upstream: 'network', access: 'public' },
  {
    getConfiguration: get('/elements/configuration', { cacheable: true }),
  },
);
