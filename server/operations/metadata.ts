import { get, operationsOf } from './rows.ts';

/** Version and health of the identity server. */
export const metadata = operationsOf(
  { api: 'metadata', upstream: 'kratosPublic', access: 'public' },
  {
    // Kratos serves its version only on the admin port, where plain /version is a redirect that names that port
    getVersion: get('/version', {
      upstream: 'kratosAdmin',
      forwardAs: '/admin/version',
      revealsVersion: true,
      cacheable: true,
    }),
    isAlive: get('/health/alive'),
    isReady: get('/health/ready'),
  },
);
