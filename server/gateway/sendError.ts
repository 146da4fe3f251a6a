import type { Response } from 'express';
import type { PortalError } from '../http/PortalError.ts';

/**
 * Answers a call with an error in JSON, in the provider's own shape, never to be stored.
 *
 * @param request the request, for its id
 */
export function sendError(error: PortalError, request: { id?: unknown }, response: Response): void {
  if (response.headersSent || response.destroyed) return;
  // the request's log line tells of it; what failed upstream has a line of its own
  if (error.status < 500) response.locals.problem = error;
  response
    .status(error.status)
    .set({ 'Cache-Control': 'no-store', ...error.headers })
    .json(error.toJson(typeof request.id === 'string' ? request.id : undefined));
}
