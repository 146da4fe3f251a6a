import { operationsOf } from './operation.ts';
import { jsonBody, path, requiredJson } from './parameters.ts';

/** JSON Web Key sets that the OAuth2 server keeps. */
export const jwk = operationsOf({ api: 'jwk', upstream: 'hydraAdmin', access: 'admin' }, [
  {
    operation: 'createJsonWebKeySet',
    method: 'POST',
    path: '/admin/keys/{set}',
    parameters: [path('set')],
    body: requiredJson('createJsonWebKeySet'),
  },
  {
    operation: 'deleteJsonWebKey',
    method: 'DELETE',
    path: '/admin/keys/{set}/{kid}',
    parameters: [path('set'), path('kid')],
  },
  {
    operation: 'deleteJsonWebKeySet',
    method: 'DELETE',
    path: '/admin/keys/{set}',
    parameters: [path('set')],
  },
  {
    operation: 'getJsonWebKey',
    method: 'GET',
    path: '/admin/keys/{set}/{kid}',
    parameters: [path('set'), path('kid')],
  },
  { operation: 'getJsonWebKeySet', method: 'GET', path: '/admin/keys/{set}', parameters: [path('set')] },
  {
    operation: 'setJsonWebKey',
    method: 'PUT',
    path: '/admin/keys/{set}/{kid}',
    parameters: [path('set'), path('kid')],
    body: jsonBody('jsonWebKey'),
  },
  {
    operation: 'setJsonWebKeySet',
    method: 'PUT',
    path: '/admin/keys/{set}',
    parameters: [path('set')],
    body: jsonBody('jsonWebKeySet'),
  },
]);
