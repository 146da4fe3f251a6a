import type { RequestHandler } from 'express';
import { sessionCookie } from '../security/sessionCookie.ts';

/**
 * `POST /logout` of a browser whose session has ended meanwhile, in another tab or by its age: there is nothing to end, and
 * nothing to hold against the person, whose token was that session's.
 */
export const alreadyLoggedOut: RequestHandler = (request, response, next) => {
  if (sessionCookie(request) === undefined) response.redirect(303, '/login');
  else next();
};
