import type { Operation } from '../operations/operation.ts';
import type { LoggedAddress } from '../http/loggedAddress.ts';
import type { Call, GatewayRequest, GatewayResponse } from './forward/exchange.ts';

/** Where audit lines go; a pino logger is one. */
export interface AuditLog {
  info: (fields: object, message: string) => void;
}

/** The longest id that is logged; provider ids are shorter. */
const longestId = 200;

/** What a call acts on: the values of its path parameters. */
function targetOf({ path: template }: Operation, path: string): Record<string, string> | undefined {
  const values = path.split('/');
  const named = template.split('/').flatMap((segment, at): [string, string][] => {
    const name = /^\{(\w+)\}/.exec(segment)?.[1];
    return name === undefined ? [] : [[name, (values[at] ?? '').slice(0, longestId)]];
  });
  return named.length > 0 ? Object.fromEntries(named) : undefined;
}

/**
 * Logs one line for each admin call when it ends, whatever its outcome: the caller, the operation, its target ids, the
 * client's address and the outcome. It contains no body, query or token.
 *
 * @param call read when the call ends, so its caller and refusal may be set until then
 * @param loggedAddress formats the client's address
 */
export function auditWhenOver(
  log: AuditLog | undefined,
  call: Call,
  request: GatewayRequest,
  response: GatewayResponse,
  loggedAddress: LoggedAddress,
): void {
  // read now: a closed socket no longer has an address
  const address = loggedAddress(request.ip);
  response.once('close', () => {
    const { operation, path, caller, refusal } = call;
    log?.info(
      {
        audit: operation.operation,
        method: operation.method,
        target: targetOf(operation, path),
        caller: caller ?? 'unknown',
        address,
        outcome: refusal ?? (response.writableFinished ? 'answered' : 'aborted'),
        status: response.headersSent ? response.statusCode : undefined,
        reqId: request.id,
      },
      refusal === undefined ? 'admin call' : 'admin call refused',
    );
  });
}
