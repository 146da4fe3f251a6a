import type { RequestHandler } from 'express';
import { startingHeaders } from '../http/startingHeaders.ts';

/** Keeps every answer out of every cache. What may be kept says so itself: whole assets, and the gateway's schemas and keys. */
export const neverStored: RequestHandler = (_request, response, next) => {
  startingHeaders(response).push('Cache-Control', 'no-store');
  next();
};

/** Has assets answered whole or not at all: a part of one would be kept as publicly as the whole. */
export const wholeOnly: RequestHandler = (request, _response, next) => {
  delete request.headers.range;
  next();
};
