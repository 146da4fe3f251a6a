import { operationsOf } from './operation.ts';

/** Version and health of the identity server. */
export const metadata = operationsOf({ api: 'metadata', upstream: 'kratosPublic', access: 'public' }, [
  { operation: 'getVersion', method: 'GET', path: '/version', cacheable: true },
  { operation: 'isAlive', method: 'GET', path: '/health/alive' },
  { operation: 'isReady', method: 'GET', path: '/health/ready' },
]);
