import { permissionTreeTypes } from './enumerations.ts';
import { operationsOf } from './operation.ts';
import { answerField, jsonBody, query, relationTuple, required } from './parameters.ts';

/** Permission checks. */
export const permission = operationsOf({ api: 'permission', upstream: 'ketoRead', access: 'admin' }, [
  {
    operation: 'batchCheckPermission',
    method: 'POST',
    path: '/relation-tuples/batch/check',
    parameters: [query('max-depth', { type: 'number' })],
    body: jsonBody('batchCheckPermissionBody'),
  },
  {
    operation: 'checkPermission',
    method: 'GET',
    path: '/relation-tuples/check/openapi',
    parameters: [...relationTuple, query('max-depth', { type: 'number' })],
  },
  {
    operation: 'checkPermissionOrError',
    method: 'GET',
    path: '/relation-tuples/check',
    parameters: [...relationTuple, query('max-depth', { type: 'number' })],
  },
  {
    operation: 'expandPermissions',
    method: 'GET',
    path: '/relation-tuples/expand',
    parameters: [
      required('namespace'),
      required('object'),
      required('relation'),
      query('max-depth', { type: 'number' }),
    ],
    fields: [answerField('type', permissionTreeTypes), answerField('children[].type', permissionTreeTypes)],
  },
  {
    operation: 'postCheckPermission',
    method: 'POST',
    path: '/relation-tuples/check/openapi',
    parameters: [query('max-depth', { type: 'number' })],
    body: jsonBody('postCheckPermissionBody'),
  },
  {
    operation: 'postCheckPermissionOrError',
    method: 'POST',
    path: '/relation-tuples/check',
    parameters: [query('max-depth', { type: 'number' })],
    body: jsonBody('postCheckPermissionOrErrorBody'),
  },
]);
