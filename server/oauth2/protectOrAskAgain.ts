import type { Request, RequestHandler } from 'express';
import type { Csrf } from '../security/cookies/csrf.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';

/** The checks of a form's token and of its session. */
export interface ProtectOptions {
  csrf: Csrf;
  /** Knows the session cookie. */
  cookies: ProviderCookies;
}

/**
 * Accepts a form with a valid CSRF token. A form from before the session ended, in another tab for example, has an
 * invalid token: the page is shown again.
 *
 * @param page returns the URL of the form's page
 */
export const protectOrAskAgain =
  ({ csrf, cookies }: ProtectOptions, page: (request: Request) => string): RequestHandler =>
  (request, response, next) => {
    csrf.protect(request, response, (problem?: unknown) => {
      const hasSession = cookies.session(request.headers.cookie) !== undefined;
      if (problem === undefined || hasSession) next(problem);
      else response.redirect(303, page(request));
    });
  };
