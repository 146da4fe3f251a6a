import type { RequestHandler } from 'express';
import { fieldsOf } from '../../shared/fields.ts';
import { forgetAddresses, type AddressCookies } from '../security/cookies/forgetAddresses.ts';

/** Whoever logs out leaves no address behind, even where the session has ended meanwhile. */
export const forgetOnYes =
  (cookies: AddressCookies): RequestHandler =>
  (request, response, next) => {
    if (fieldsOf(request.body).submit === 'Yes')
      response.append('Set-Cookie', forgetAddresses(request.headers.cookie, cookies));
    next();
  };
