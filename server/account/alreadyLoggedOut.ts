import type { Request, RequestHandler } from 'express';
import type { ProviderCookies } from '../security/providerCookies.ts';

/**
 * Sends a browser without a session to the sign-in page before its CSRF token is checked: the token was bound to the session
 * that has ended meanwhile, in another tab or by its age, so it would be refused with 403.
 *
 * @param cookies knows the session cookie
 * @param onward where the browser goes
 */
export const alreadyLoggedOut =
  (cookies: ProviderCookies, onward: (request: Request) => string): RequestHandler =>
  (request, response, next) => {
    if (cookies.session(request.headers.cookie) === undefined) response.redirect(303, onward(request));
    else next();
  };
