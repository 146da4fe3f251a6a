import { Router } from 'express';

/** Creates a router that, like the app, respects case and trailing slash. It leaves OPTIONS to the routes after it. */
export const exactRouter = (): Router =>
  Router({ caseSensitive: true, strict: true }).use(({ method }, _response, next) => {
    next(method === 'OPTIONS' ? 'router' : undefined);
  });
