import { jsonPatchOperations, projectStates, scopeStrategies } from './enumerations.ts';
import { del, get, operationsOf, patch, post, put } from './rows.ts';
import { answerField, bodyField, jsonBody, required, tokenPages } from './parameters.ts';

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
