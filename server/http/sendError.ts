import type { Request, Response } from 'express';
import type { PortalError } from './PortalError.ts';
import { note } from './requestRecord.ts';

/** Answers a call with an error in JSON, in the provider's shape. */
export function sendError(error: PortalError, request: Request, response: Response): void {
  note(request, { problem: error });
  if (response.headersSent || response.destroyed) return;
  response.status(error.status).set(error.headers).json(error.toJson(request.id));
}
