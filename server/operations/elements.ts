import { operationsOf } from './operation.ts';

/** Settings of an Ory Network project, which its pages read. */
export const elements = operationsOf({ api: 'elements', upstream: 'network', access: 'public' }, [
  { operation: 'getConfiguration', method: 'GET', path: '/elements/configuration', cacheable: true },
]);
