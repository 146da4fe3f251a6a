import { del, get, operationsOf, patch, post } from './rows.ts';
import { header, requiredJson, tokenPages } from './parameters.ts';

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
