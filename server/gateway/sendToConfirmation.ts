import type { Request, Response } from 'express';
import { fieldsOf, textIn } from '../../shared/fields.ts';
import type { PortalError } from '../http/PortalError.ts';
import { note } from '../http/requestRecord.ts';
import { acceptsHtml } from '../http/requestHead.ts';

/**
 * Redirects a browser's navigation to the page where an admin gives a second factor or confirms the sign-in, if an
 * error asks for that. Scripts read the error instead.
 *
 * @returns whether the answer was sent
 */
export function sendToConfirmation(error: PortalError, request: Request, response: Response): boolean {
  const url = textIn(fieldsOf(error.details).redirect_browser_to);
  const isVisit = request.method === 'GET' && acceptsHtml(request.headers);
  if (url === undefined || !isVisit || response.headersSent || response.destroyed) return false;
  note(request, { problem: error });
  response.redirect(303, url);
  return true;
}
