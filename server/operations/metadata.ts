import { operationsOf } from './operation.ts';

/** Version and health of the identity server. */
export const metadata = operationsOf({ api: 'metadata', upstream: 'kratosPublic', access: 'public' }, [
  // Kratos serves its version only on the admin port, where plain /version is a redirect that names that port
  {
    operation: 'getVersion',
    method: 'GET',
    path: '/version',
    upstream: 'kratosAdmin',
    forwardAs: '/admin/version',
    revealsVersion: true,
    cacheable: true,
  },
  { operation: 'isAlive', method: 'GET', path: '/health/alive' },
  { operation: 'isReady', method: 'GET', path: '/health/ready' },
]);
