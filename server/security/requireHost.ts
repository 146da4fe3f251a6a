import type { RequestHandler } from 'express';
import { hostMissing } from '../http/errors.ts';

/**
 * Refuses an HTTP/1.1 request without Host (RFC 9112, section 3.2): 400. Node's own check answers before there is a log line,
 * so it is to be switched off (`requireHostHeader`).
 */
export const requireHost: RequestHandler = (request, _response, next) => {
  if (request.httpVersion === '1.1' && request.headers.host === undefined) next(hostMissing());
  else next();
};
