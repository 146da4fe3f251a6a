import type { PortalError } from '../http/PortalError.ts';
import type { AuditLog } from './audit.ts';
import { causeCode } from '../provider/causeCode.ts';
import type { GatewayRequest } from './forward/exchange.ts';

/** Where the gateway writes what went wrong, and who called what; a pino logger is one. */
export interface GatewayLog extends AuditLog {
  warn: (fields: object, message: string) => void;
}

/**
 * One log line for a call that an upstream did not answer well: which call, which upstream, what happened, and after how
 * many milliseconds. Nothing that the caller sent is in it.
 */
export const failureLog =
  (log: GatewayLog | undefined) =>
  ({ exchange, id }: GatewayRequest, error: PortalError): void => {
    if (!exchange) return;
    const { operation, upstream } = exchange.operation;
    const ms = Math.round(performance.now() - exchange.started);
    log?.warn(
      { operation, upstream, outcome: error.id, code: causeCode(error.cause), ms, reqId: id },
      error.reason,
    );
  };
