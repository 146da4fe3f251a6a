import type { RequestHandler } from 'express';
import type { ProviderCookies } from '../security/providerCookies.ts';

/**
 * `POST /logout` of a browser whose session has ended meanwhile, in another tab or by its age: there is nothing to end, and
 * nothing to hold against the person, whose token was that session's.
 *
 * @param cookies knows the session cookie
 */
export const alreadyLoggedOut =
  (cookies: ProviderCookies): RequestHandler =>
  (request, response, next) => {
    if (cookies.session(request.headers.cookie) === undefined) response.redirect(303, '/login');
    else next();
  };
