import type { RequestRecord, Subscriber } from '../http/requestRecord.ts';
import type { LoggedAddress } from '../log/loggedAddress.ts';
import type { OperationName } from '../operations/catalogue.ts';
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

/** Operations that only read, although their method is another than GET. */
const reading = new Set<string>([
  'adminBatchVerifyApiKeys',
  'adminVerifyApiKey',
  'batchCheckPermission',
  'checkOplSyntax',
  'introspectOAuth2Token',
  'postCheckPermission',
  'postCheckPermissionOrError',
] satisfies OperationName[]);

/**
 * Keeps an admin call as an administrator's act, if it changes something or was refused.
 *
 * @param refusal why it was refused; undefined if it was made
 */
export const keepAdminAct =
  ({ acts }: Pick<Store, 'acts'>, keptAddress: LoggedAddress) =>
  ({ operation, method, path, caller, address, status = 500, id }: RequestRecord, refusal?: string): void => {
    if (!operation || (!refusal && (method === 'GET' || reading.has(operation.operation)))) return;
    const [[, target] = [], ...more] = Object.entries(targetOf(operation, path) ?? {});
    const made = status < 400 ? 'made' : 'failed';
    const act = {
      actor: caller?.id ?? 'unknown',
      operation: operation.operation,
      target,
      outcome: refusal ? (`refused: ${refusal}` as const) : made,
      about: { ...Object.fromEntries(more), by: caller?.by, address: keptAddress(address), request: id },
    } as const;
    // the store says so in the log, and the audit has the line
    acts.record(act).catch(() => undefined);
  };
