import { relationshipPatchActions } from './enumerations.ts';
import { operationsOf } from './operation.ts';
import { bodyField, jsonBody, relationTuple, tokenPages } from './parameters.ts';

/** Relation tuples, namespaces and the permission language. */
export const relationship = operationsOf({ api: 'relationship', upstream: 'ketoWrite', access: 'admin' }, [
  // Keto serves this on a separate port, neither the read nor the write port
  {
    operation: 'checkOplSyntax',
    method: 'POST',
    path: '/opl/syntax/check',
    upstream: 'ketoOpl',
    body: { argument: 'body', types: ['text/plain'], required: false },
  },
  {
    operation: 'createRelationship',
    method: 'PUT',
    path: '/admin/relation-tuples',
    body: jsonBody('createRelationshipBody'),
  },
  {
    operation: 'deleteRelationships',
    method: 'DELETE',
    path: '/admin/relation-tuples',
    parameters: [...relationTuple],
  },
  {
    operation: 'getRelationships',
    method: 'GET',
    path: '/relation-tuples',
    upstream: 'ketoRead',
    parameters: [...tokenPages, ...relationTuple],
  },
  { operation: 'listRelationshipNamespaces', method: 'GET', path: '/namespaces', upstream: 'ketoRead' },
  {
    operation: 'patchRelationships',
    method: 'PATCH',
    path: '/admin/relation-tuples',
    body: jsonBody('relationshipPatch'),
    fields: [bodyField('[].action', relationshipPatchActions)],
  },
]);
