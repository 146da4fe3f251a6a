import type { RequestHandler } from 'express';
import { fieldsOf } from '../../shared/fields.ts';
import type { LastAddress } from '../security/lastAddress.ts';

/** Whoever logs out leaves no address behind, even where the session has ended meanwhile. */
export const forgetOnYes =
  (lastAddress: LastAddress): RequestHandler =>
  (request, response, next) => {
    const forgotten =
      fieldsOf(request.body).submit === 'Yes' ? lastAddress.forget(request.headers.cookie) : undefined;
    if (forgotten !== undefined) response.append('Set-Cookie', forgotten);
    next();
  };
