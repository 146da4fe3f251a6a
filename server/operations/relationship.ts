import { relationshipPatchActions } from './enumerations.ts';
import { del, get, operationsOf, patch, post, put } from './rows.ts';
import { bodyField, jsonBody, relationTuple, tokenPages } from './parameters.ts';

/** Relation tuples, namespaces and the permission language. */
export const relationship = operationsOf(
  { api: 'relationship', upstream: 'ketoWrite', access: 'admin' },
  {
    // Keto serves this on a separate port, neither the read nor the write port
    checkOplSyntax: post('/opl/syntax/check', {
      upstream: 'ketoOpl',
      body: { argument: 'body', types: ['text/plain'], required: false },
    }),
    createRelationship: put('/admin/relation-tuples', { body: jsonBody('createRelationshipBody') }),
    deleteRelationships: del('/admin/relation-tuples', { parameters: relationTuple }),
    getRelationships: get('/relation-tuples', {
      upstream: 'ketoRead',
      parameters: [...tokenPages, ...relationTuple],
    }),
    listRelationshipNamespaces: get('/namespaces', { upstream: 'ketoRead' }),
    patchRelationships: patch('/admin/relation-tuples', {
      body: jsonBody('relationshipPatch'),
      fields: [bodyField('[].action', relationshipPatchActions)],
    }),
  },
);
