import type { RequestHandler } from 'express';
import { fieldsOf } from '../../shared/fields.ts';
import { forgetAddresses, type AddressCookies } from '../security/cookies/forgetAddresses.ts';

/** Deletes the remembered address on a confirmed logout, even if the session has already ended. */
export const forgetOnYes =
  (cookies: AddressCookies): RequestHandler =>
  (request, response, next) => {
    if (fieldsOf(request.body).submit === 'Yes')
      response.append('Set-Cookie', forgetAddresses(request.headers.cookie, cookies));
    next();
  };
