import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { hostMissing, hostRepeated, parameterRequired } from '../../http/errors.ts';
import { splitTarget } from '../../http/requestHead.ts';
import { findGap } from '../../operations/findOperation.ts';

/** How many lines of a request's headers are `Host`; of several Node keeps only the first. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/**
 * Refuses a request with several Host headers, and an HTTP/1.1 one without any (RFC 9112, section 3.2): 400. Replaces
 * Node's own check (`requireHostHeader`), which would answer before the request is logged, and accepts several.
 */
export const requireHost: RequestHandler = (request, _response, next) => {
  const hosts = countHosts(request);
  if (hosts > 1) next(hostRepeated());
  else if (hosts === 0 && request.httpVersion === '1.1') next(hostMissing());
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
