import type { RequestHandler } from 'express';
import { hostMissing, parameterRequired } from '../../http/errors.ts';
import { splitTarget } from '../../http/requestHead.ts';
import { findGap } from '../../operations/findOperation.ts';

/**
 * Refuses an HTTP/1.1 request without Host (RFC 9112, section 3.2): 400. Replaces Node's own check
 * (`requireHostHeader`), which would answer before the request is logged.
 */
export const requireHost: RequestHandler = (request, _response, next) => {
  if (request.httpVersion === '1.1' && request.headers.host === undefined) next(hostMissing());
  else next();
};

/**
 * Refuses a call whose path lacks a parameter, and names it: 400 `Required parameter X was null or undefined when
 * calling Y`. Mount it before `pathHygiene`, which refuses empty segments without knowing which parameter is missing.
 */
export const requirePathParameters: RequestHandler = ({ method, url }, _response, next) => {
  const gap = findGap(method, splitTarget(url).path);
  next(gap && parameterRequired(gap.parameter.argument, gap.operation.operation));
};
