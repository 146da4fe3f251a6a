import type { Operation } from '../operations/operation.ts';
import type { LoggedAddress } from '../http/loggedAddress.ts';
import type { Subscriber } from '../http/requestRecord.ts';

/** Where audit lines go; a pino logger is one. */
interface AuditLog {
  info: (fields: object, message: string) => void;
}

/** The longest id that is logged; provider ids are shorter. */
const maxIdLength = 200;

/** What a call acts on: the values of its path parameters. */
function targetOf({ path: template }: Operation, path: string): Record<string, string> | undefined {
  const values = path.split('/');
  const ids = template.split('/').flatMap((segment, at): [string, string][] => {
    const name = /^\{(\w+)\}/.exec(segment)?.[1];
    return name === undefined ? [] : [[name, (values[at] ?? '').slice(0, maxIdLength)]];
  });
  return ids.length > 0 ? Object.fromEntries(ids) : undefined;
}

/**
 * Logs one line for each admin call, whatever its outcome: the caller, the operation, its target ids, the client's
 * address and the outcome. It contains no body, query or token.
 *
 * @param log gets the lines
 * @param loggedAddress formats the client's address
 */
export const auditLog =
  (log: AuditLog, loggedAddress: LoggedAddress): Subscriber =>
  ({ operation, id, method, path, caller, address, problem, failure, completed, status }) => {
    if (operation?.access !== 'admin') return;
    const refusal = failure ? undefined : problem?.id;
    log.info(
      {
        audit: operation.operation,
        method,
        target: targetOf(operation, path),
        caller: caller ?? 'unknown',
        address: loggedAddress(address),
        outcome: refusal ?? (completed ? 'answered' : 'aborted'),
        status,
        reqId: id,
      },
      refusal === undefined ? 'admin call' : 'admin call refused',
    );
  };
