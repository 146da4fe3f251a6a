import type { Subscriber } from '../http/requestRecord.ts';
import type { Store } from '../store/store.ts';
import { targetOf } from './audit.ts';

/** The paths of what Kratos and the portal keep about an identity. */
const ofIdentity = /^\/(?:(?:admin\/)?identities|api\/limits)\/\{id\}/;

/**
 * Adds to an account's history what an administrator has changed of it, without saying who; forgets the history of an account
 * that has been deleted.
 */
export const adminHistory =
  ({ record, forget }: Pick<Store, 'record' | 'forget'>): Subscriber =>
  ({ operation, method, path, status = 500, gaveUp }) => {
    if (gaveUp?.deleted) void forget(gaveUp.id);
    if (operation?.access !== 'admin' || method === 'GET' || status >= 300) return;
    const identity = ofIdentity.test(operation.path) ? targetOf(operation, path)?.id : undefined;
    if (identity === undefined) return;
    if (operation.operation === 'deleteIdentity') void forget(identity);
    else if (operation.operation === 'liftIdentityLimits') void record({ identity, kind: 'limitsLifted' });
    else void record({ identity, kind: 'changedByAdmin', about: { operation: operation.operation } });
  };
