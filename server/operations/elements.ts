import { get, operationsOf } from './rows.ts';

/** Settings of an Ory Network project, which its pages read. */
export const elements = operationsOf(
  { api: 'elements', upstream: 'network', access: 'public' },
  {
    getConfiguration: get('/elements/configuration', { cacheable: true }),
  },
);
