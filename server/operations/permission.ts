import { permissionTreeTypes } from './enumerations.ts';
import { get, operationsOf, post } from './rows.ts';
import { answerField, jsonBody, query, relationTuple, required } from './parameters.ts';

/** Permission checks. */
export const permission = operationsOf(
  { api: 'permission', upstream: 'ketoRead', access: 'admin' },
  {
    batchCheckPermission: post('/relation-tuples/batch/check', {
      parameters: [query('max-depth', { type: 'number' })],
      body: jsonBody('batchCheckPermissionBody'),
    }),
    checkPermission: get('/relation-tuples/check/openapi', {
      parameters: [...relationTuple, query('max-depth', { type: 'number' })],
    }),
    checkPermissionOrError: get('/relation-tuples/check', {
      parameters: [...relationTuple, query('max-depth', { type: 'number' })],
    }),
    expandPermissions: get('/relation-tuples/expand', {
      parameters: [
        required('namespace'),
        required('object'),
        required('relation'),
        query('max-depth', { type: 'number' }),
      ],
      fields: [answerField('type', permissionTreeTypes), answerField('children[].type', permissionTreeTypes)],
    }),
    postCheckPermission: post('/relation-tuples/check/openapi', {
      parameters: [query('max-depth', { type: 'number' })],
      body: jsonBody('postCheckPermissionBody'),
    }),
    postCheckPermissionOrError: post('/relation-tuples/check', {
      parameters: [query('max-depth', { type: 'number' })],
      body: jsonBody('postCheckPermissionOrErrorBody'),
    }),
  },
);
