import { Router } from 'express';

/**
 * Creates a router that minds the case and the trailing slash of a path, as the app does. It leaves OPTIONS to the routes after
 * it; a router of Express would answer it by itself.
 */
export const exactRouter = (): Router =>
  Router({ caseSensitive: true, strict: true }).use(({ method }, _response, next) => {
    next(method === 'OPTIONS' ? 'router' : undefined);
  });
