import type { RequestHandler } from 'express';
import { parameterRequired } from '../../http/errors.ts';
import { splitTarget } from '../../http/splitTarget.ts';
import { findGap } from '../../operations/findOperation.ts';

/**
 * Refuses a call whose path lacks a parameter, and names it: 400 `Required parameter X was null or undefined when
 * calling Y`. Mount it before `pathHygiene`, which refuses empty segments without knowing which parameter is missing.
 */
export const requirePathParameters: RequestHandler = ({ method, url }, _response, next) => {
  const gap = findGap(method, splitTarget(url).path);
  next(gap && parameterRequired(gap.parameter.argument, gap.operation.operation));
};
