import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/**
 * Warns once of an `X-Forwarded-For` whose sender TRUST_PROXY does not name: without it, everybody behind a proxy shares one
 * address and its limits.
 */
export function warnOfUntrustedProxy(log: Logger, isProxy: (address: string) => boolean): RequestHandler {
  let hasWarned = false;
  return ({ headers, socket }, _response, next) => {
    if (!hasWarned && headers['x-forwarded-for'] !== undefined && !isProxy(socket.remoteAddress ?? '')) {
      hasWarned = true;
      log.warn(
        'X-Forwarded-For was sent by an address that TRUST_PROXY does not name; if that is your proxy: TRUST_PROXY=1',
      );
    }
    next();
  };
}
