import type { RequestHandler } from 'express';
import { fieldsOf, textIn } from '../../shared/fields.ts';
import type { PortalError } from '../http/PortalError.ts';
import type { Authorize } from './authorize.ts';
import { acceptsHtml } from '../http/requestHead.ts';

/** Returns where a refused visitor can get the missing credentials; undefined if signing in does not help. */
function signInUrl({ status, details }: PortalError, portalUrl: string): URL | undefined {
  const url = textIn(fieldsOf(details).redirect_browser_to) ?? (status === 401 ? '/login' : undefined);
  return url === undefined ? undefined : new URL(url, portalUrl);
}

/**
 * Restricts a page to admins. Browsers are sent to the sign-in, or to any other missing step, and back.
 *
 * @throws PortalError 401 or 403 for others, 502 or 504 when the provider gives no usable answer
 */
export const adminsOnly =
  (authorize: Authorize, portalUrl: string): RequestHandler =>
  async (request, response, next) => {
    const decision = await authorize(request, { changes: false, isLinked: true });
    if (!decision.refusal) {
      next();
      return;
    }
    const url = signInUrl(decision.refusal, portalUrl);
    if (!url || !acceptsHtml(request.headers)) throw decision.refusal;
    url.searchParams.set('return_to', portalUrl + request.originalUrl);
    response.redirect(303, url.href);
  };
