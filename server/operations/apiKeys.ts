import { operationsOf } from './operation.ts';
import { header, path, query, requiredJson, tokenPages } from './parameters.ts';

/** API keys of an Ory Network project: issuing, importing, verifying and revoking them. */
export const apiKeys = operationsOf({ api: 'apiKeys', upstream: 'network', access: 'admin' }, [
  {
    operation: 'adminBatchCreateImportedApiKeys',
    method: 'POST',
    path: '/v2alpha1/admin/importedApiKeys:batchCreate',
    body: requiredJson('batchCreateImportedApiKeysRequest'),
    long: true,
  },
  {
    operation: 'adminBatchVerifyApiKeys',
    method: 'POST',
    path: '/v2alpha1/admin/apiKeys:batchVerify',
    parameters: [header('Cache-Control'), header('Pragma')],
    body: requiredJson('batchVerifyApiKeysRequest'),
  },
  {
    operation: 'adminDeleteImportedApiKey',
    method: 'DELETE',
    path: '/v2alpha1/admin/importedApiKeys/{key_id}',
    parameters: [path('key_id')],
  },
  {
    operation: 'adminDeriveToken',
    method: 'POST',
    path: '/v2alpha1/admin/apiKeys:derive',
    body: requiredJson('deriveTokenRequest'),
  },
  {
    operation: 'adminGetImportedApiKey',
    method: 'GET',
    path: '/v2alpha1/admin/importedApiKeys/{key_id}',
    parameters: [path('key_id')],
  },
  {
    operation: 'adminGetIssuedApiKey',
    method: 'GET',
    path: '/v2alpha1/admin/issuedApiKeys/{key_id}',
    parameters: [path('key_id')],
  },
  {
    operation: 'adminImportApiKey',
    method: 'POST',
    path: '/v2alpha1/admin/importedApiKeys',
    body: requiredJson('importApiKeyRequest'),
  },
  {
    operation: 'adminIssueApiKey',
    method: 'POST',
    path: '/v2alpha1/admin/issuedApiKeys',
    body: requiredJson('issueApiKeyRequest'),
  },
  {
    operation: 'adminListImportedApiKeys',
    method: 'GET',
    path: '/v2alpha1/admin/importedApiKeys',
    parameters: [...tokenPages, query('filter')],
  },
  {
    operation: 'adminListIssuedApiKeys',
    method: 'GET',
    path: '/v2alpha1/admin/issuedApiKeys',
    parameters: [...tokenPages, query('filter')],
  },
  {
    operation: 'adminRevokeImportedApiKey',
    method: 'POST',
    path: '/v2alpha1/admin/importedApiKeys/{key_id}:revoke',
    parameters: [path('key_id')],
    body: requiredJson('adminRevokeImportedApiKeyBody'),
  },
  {
    operation: 'adminRevokeIssuedApiKey',
    method: 'POST',
    path: '/v2alpha1/admin/issuedApiKeys/{key_id}:revoke',
    parameters: [path('key_id')],
    body: requiredJson('adminRevokeIssuedApiKeyBody'),
  },
  {
    operation: 'adminRotateIssuedApiKey',
    method: 'POST',
    path: '/v2alpha1/admin/issuedApiKeys/{key_id}:rotate',
    parameters: [path('key_id')],
    body: requiredJson('adminRotateIssuedApiKeyBody'),
  },
  {
    operation: 'adminUpdateImportedApiKey',
    method: 'PATCH',
    path: '/v2alpha1/admin/importedApiKeys/{key_id}',
    parameters: [path('key_id'), query('update_mask')],
    body: requiredJson('adminUpdateImportedApiKeyRequest'),
  },
  {
    operation: 'adminUpdateIssuedApiKey',
    method: 'PATCH',
    path: '/v2alpha1/admin/issuedApiKeys/{key_id}',
    parameters: [path('key_id'), query('update_mask')],
    body: requiredJson('adminUpdateIssuedApiKeyRequest'),
  },
  {
    operation: 'adminVerifyApiKey',
    method: 'POST',
    path: '/v2alpha1/admin/apiKeys:verify',
    parameters: [header('Cache-Control'), header('Pragma')],
    body: requiredJson('verifyApiKeyRequest'),
  },
  {
    operation: 'getJwks',
    method: 'GET',
    path: '/v2alpha1/derivedKeys/jwks.json',
    access: 'public',
    cacheable: true,
  },
  {
    operation: 'revokeApiKey',
    method: 'POST',
    path: '/v2alpha1/apiKeys:selfRevoke',
    access: 'public',
    body: requiredJson('selfRevokeApiKeyRequest'),
  },
]);
