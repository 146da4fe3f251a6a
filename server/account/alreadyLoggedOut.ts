import type { Request, RequestHandler } from 'express';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';

/**
 * Redirects a browser without a session before its CSRF token is checked: the token is bound to a session that is gone
 * (ended in another tab, or expired), so the check would fail with 403.
 *
 * @param cookies knows the session cookie
 * @param target gives the URL to redirect to
 */
export const alreadyLoggedOut =
  (cookies: ProviderCookies, target: (request: Request) => string): RequestHandler =>
  (request, response, next) => {
    if (cookies.session(request.headers.cookie) === undefined) response.redirect(303, target(request));
    else next();
  };
