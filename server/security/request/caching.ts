import type { RequestHandler } from 'express';

/** Makes `Cache-Control: no-store` the default, which assets, passkey endpoints, schemas and keys override. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};

/** Ignores `Range`, so that assets are sent whole: a partial answer would be cached as publicly as a complete one. */
export const ignoreRange: RequestHandler = (request, _response, next) => {
  delete request.headers.range;
  next();
};
