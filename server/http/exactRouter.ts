import { Router } from 'express';

/**
 * Creates a router that knows a path in its own spelling alone, as the app does. It leaves OPTIONS to what stands behind it,
 * which a router of Express answers by itself.
 */
export const exactRouter = (): Router =>
  Router({ caseSensitive: true, strict: true }).use(({ method }, _response, next) => {
    next(method === 'OPTIONS' ? 'router' : undefined);
  });
