import type { PortalError } from '../http/PortalError.ts';
import type { AuditLog } from './audit.ts';
import { causeCode } from '../provider/causeCode.ts';
import type { GatewayRequest } from './forward/exchange.ts';

/** The log for failures and audit lines; a pino logger fits. */
export interface GatewayLog extends AuditLog {
  warn: (fields: object, message: string) => void;
}

/**
 * Logs a call that failed at the upstream: the operation, the upstream, the error and the milliseconds. It contains
 * nothing that the caller sent.
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
