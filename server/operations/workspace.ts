import { del, get, operationsOf, post, put } from './rows.ts';
import { jsonBody, tokenPages } from './parameters.ts';

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
