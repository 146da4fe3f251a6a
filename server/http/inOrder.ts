import type { Request, RequestHandler, Response } from 'express';

/** A handler that reports errors by throwing at once or by `next`, not by a promise. */
type PlainHandler = (...parameters: Parameters<RequestHandler>) => void;

/**
 * Combines handlers into one that runs them in order. Express spends as much on each handler of its own as these
 * short ones take, on every request.
 */
export const inOrder =
  (...handlers: readonly PlainHandler[]): PlainHandler =>
  (request, response, next) => {
    let at = 0;
    const proceed = (error?: unknown): void => {
      const handler = handlers[at];
      at += 1;
      if (!handler || (error !== undefined && error !== null)) {
        next(error);
        return;
      }
      try {
        handler(request, response, proceed);
      } catch (cause) {
        next(cause);
      }
    };
    proceed();
  };

/**
 * Skips a handler for the requests whose path has none of the prefixes, which is cheaper than asking its routes.
 *
 * @param prefixes as in `/assets/`; all that the handler serves is below them
 */
export const below =
  (prefixes: readonly string[], handler: RequestHandler): RequestHandler =>
  (request: Request, response: Response, next) =>
    prefixes.some((prefix) => request.url.startsWith(prefix)) ? handler(request, response, next) : next();
