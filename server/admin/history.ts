import type { Subscriber } from '../http/requestRecord.ts';
import type { Store } from '../store/store.ts';
import { targetOf } from './audit.ts';

/**
 * Adds to an account's history what an administrator has changed of it, without saying who; forgets the history of an account
 * that has been deleted.
 */
export const adminHistory =
  ({ record, forget }: Pick<Store, 'record' | 'forget'>): Subscriber =>
  ({ operation, path, status = 500, gaveUp, actsOn }) => {
    if (gaveUp?.deleted) void forget(gaveUp.id);
    if (!operation?.actsOn || status >= 300) return;
    const inPath = operation.actsOn === 'path' ? targetOf(operation, path)?.id : undefined;
    for (const identity of actsOn ?? (inPath === undefined ? [] : [inPath])) {
      if (operation.operation === 'deleteIdentity') void forget(identity);
      else if (operation.operation === 'liftIdentityLimits') void record({ identity, kind: 'limitsLifted' });
      else void record({ identity, kind: 'changedByAdmin', about: { operation: operation.operation } });
    }
  };
