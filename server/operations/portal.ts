import { del, get, operationsOf } from './rows.ts';

/** The limits that refuse an account. The portal answers these itself; it asks Kratos whose account it is. */
export const portal = operationsOf(
  { api: 'portal', upstream: 'kratosAdmin', access: 'admin' },
  {
    listIdentityLimits: get('/api/limits/{id}'),
    liftIdentityLimits: del('/api/limits/{id}', { actsOn: 'path' }),
  },
);

/** The name of an operation that the portal answers itself. */
export type OwnOperation = (typeof portal)[number]['operation'];
