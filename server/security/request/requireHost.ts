import type { RequestHandler } from 'express';
import { hostMissing } from '../../http/errors.ts';

/**
 * Refuses an HTTP/1.1 request without Host (RFC 9112, section 3.2): 400. Replaces Node's own check
 * (`requireHostHeader`), which would answer before the request is logged.
 */
export const requireHost: RequestHandler = (request, _response, next) => {
  if (request.httpVersion === '1.1' && request.headers.host === undefined) next(hostMissing());
  else next();
};
