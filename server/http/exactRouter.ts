import { Router } from 'express';

/**
 * Creates a router that, like the app, respects the case and the trailing slash of a path. It leaves OPTIONS to the
 * routes after it; a plain Express router would answer it.
 */
export const exactRouter = (): Router =>
  Router({ caseSensitive: true, strict: true }).use(({ method }, _response, next) => {
    next(method === 'OPTIONS' ? 'router' : undefined);
  });
