import type { RequestHandler } from 'express';
import { rateLimit as expressRateLimit } from 'express-rate-limit';
import { findOperation } from '../../shared/operations/findOperation.ts';
import { PortalError } from '../errors.ts';

const windowSeconds = 60;
/** Posts that one address may make in a window: a person with trembling fingers stays below, a password guesser does not. */
const postsPerWindow = 60;

/** Calls of admins and of OAuth2 clients, which are programs that may have much to do and bring credentials of their own. */
const isServerCall = (method: string, path: string): boolean => {
  const operation = findOperation(method, path);
  return operation !== undefined && operation.upstream !== 'kratosPublic';
};

/**
 * Limits how often one address may post a form. Each replica counts for itself; what must hold across replicas is the load
 * balancer's to limit.
 *
 * @param limit posts per address and minute
 */
export function rateLimit(limit = postsPerWindow): RequestHandler {
  return expressRateLimit({
    windowMs: windowSeconds * 1000,
    limit,
    standardHeaders: 'draft-7',
    legacyHeaders: false,
    skip: ({ method, path }) => method !== 'POST' || isServerCall(method, path),
    handler: (_request, _response, next) =>
      next(
        new PortalError(429, 'rate_limited', 'Too many requests. Please wait a moment and try again.', {
          headers: { 'Retry-After': String(windowSeconds) },
        }),
      ),
  });
}
