import type { RequestHandler } from 'express';
import { startingHeaders } from '../http/startingHeaders.ts';

/** Makes `no-store` the default. Only complete assets, and the gateway's schemas and keys, override it. */
export const neverStored: RequestHandler = (_request, response, next) => {
  startingHeaders(response).push('Cache-Control', 'no-store');
  next();
};

/**
 * Ignores `Range`, so that assets are answered whole: a partial answer would be cached as publicly as a complete one.
 */
export const wholeOnly: RequestHandler = (request, _response, next) => {
  delete request.headers.range;
  next();
};
