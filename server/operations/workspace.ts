import { operationsOf } from './operation.ts';
import { jsonBody, path, tokenPages } from './parameters.ts';

/** Workspaces of Ory Network, with their projects and tokens. */
export const workspace = operationsOf({ api: 'workspace', upstream: 'projects', access: 'admin' }, [
  {
    operation: 'createWorkspace',
    method: 'POST',
    path: '/workspaces',
    body: jsonBody('createWorkspaceBody'),
  },
  {
    operation: 'createWorkspaceApiKey',
    method: 'POST',
    path: '/workspaces/{workspace}/tokens',
    parameters: [path('workspace')],
    body: jsonBody('createWorkspaceApiKeyBody'),
  },
  {
    operation: 'deleteWorkspaceApiKey',
    method: 'DELETE',
    path: '/workspaces/{workspace}/tokens/{token_id}',
    parameters: [path('workspace'), path('token_id')],
  },
  {
    operation: 'getWorkspace',
    method: 'GET',
    path: '/workspaces/{workspace}',
    parameters: [path('workspace')],
  },
  {
    operation: 'listWorkspaceApiKeys',
    method: 'GET',
    path: '/workspaces/{workspace}/tokens',
    parameters: [path('workspace')],
  },
  {
    operation: 'listWorkspaceProjects',
    method: 'GET',
    path: '/workspaces/{workspace}/projects',
    parameters: [path('workspace')],
  },
  { operation: 'listWorkspaces', method: 'GET', path: '/workspaces', parameters: [...tokenPages] },
  {
    operation: 'updateWorkspace',
    method: 'PUT',
    path: '/workspaces/{workspace}',
    parameters: [path('workspace')],
    body: jsonBody('updateWorkspaceBody'),
  },
]);
