import { get, operationsOf } from './rows.ts';

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
