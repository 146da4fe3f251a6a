import type { Response } from 'express';
import type { PortalError } from '../http/PortalError.ts';

/**
 * Answers a call with an error in JSON, in the provider's shape; caches may not store it.
 *
 * @param request the request, for its id
 */
export function sendError(error: PortalError, request: { id?: unknown }, response: Response): void {
  if (response.headersSent || response.destroyed) return;
  // for the request's log line; upstream failures have a line of their own
  if (error.status < 500) response.locals.problem = error;
  response
    .status(error.status)
    .set({ 'Cache-Control': 'no-store', ...error.headers })
    .json(error.toJson(typeof request.id === 'string' ? request.id : undefined));
}
