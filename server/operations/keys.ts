import { del, get, operationsOf, post, put } from './rows.ts';
import { jsonBody, requiredJson } from './parameters.ts';

/** JSON Web Key sets that the OAuth2 server keeps. */
export const jwk = operationsOf(
  { api: 'jwk', upstream: 'hydraAdmin', access: 'admin' },
  {
    createJsonWebKeySet: post('/admin/keys/{set}', { body: requiredJson('createJsonWebKeySet') }),
    deleteJsonWebKey: del('/admin/keys/{set}/{kid}'),
    deleteJsonWebKeySet: del('/admin/keys/{set}'),
    getJsonWebKey: get('/admin/keys/{set}/{kid}'),
    getJsonWebKeySet: get('/admin/keys/{set}'),
    setJsonWebKey: put('/admin/keys/{set}/{kid}', { body: jsonBody('jsonWebKey') }),
    setJsonWebKeySet: put('/admin/keys/{set}', { body: jsonBody('jsonWebKeySet') }),
  },
);

const common = {
  api: 'wellknown',
  upstream: 'hydraPublic',
  access: 'public',
  fromOtherSites: ['cors'],
} as const;

/** The OAuth2 server's public keys. */
export const wellknown = operationsOf(common, {
  discoverJsonWebKeys: get('/.well-known/jwks.json', { head: true, cacheable: true }),
});
