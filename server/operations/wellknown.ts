import { operationsOf } from './operation.ts';

/** The OAuth2 server's public keys. */
export const wellknown = operationsOf({ api: 'wellknown', upstream: 'hydraPublic', access: 'public' }, [
  { operation: 'discoverJsonWebKeys', method: 'GET', path: '/.well-known/jwks.json', cacheable: true },
]);
