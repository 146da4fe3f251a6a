import type { Request, RequestHandler } from 'express';
import { fieldsOf } from '../../../shared/fields.ts';
import type { BrowserCookies } from './browserCookies.ts';

/** The cookies that say whose form it is. */
export type ProtectOptions = Pick<BrowserCookies, 'csrf' | 'cookies' | 'formerAccount'>;

/**
 * Accepts a form with a valid CSRF token. A form from before its session ended, or somebody else signed in, in another tab
 * for example, has an invalid token: the page is shown again, and says so if its account is another one now.
 *
 * @param page returns where to; it gets whether there is a session
 */
export const protectOrAskAgain =
  (
    { csrf, cookies, formerAccount }: ProtectOptions,
    page: (request: Request, hasSession: boolean) => string,
  ): RequestHandler =>
  (request, response, next) => {
    csrf.protect(request, response, (problem?: unknown) => {
      const hasSession = cookies.session(request.headers.cookie) !== undefined;
      const former = csrf.isOwn(request) ? formerAccount.keep(fieldsOf(request.body).account) : undefined;
      if (problem === undefined || (hasSession && former === undefined)) {
        next(problem);
        return;
      }
      if (former !== undefined) response.append('Set-Cookie', former);
      response.redirect(303, page(request, hasSession));
    });
  };
