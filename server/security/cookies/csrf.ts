import { doubleCsrf } from 'csrf-csrf';
import type { Request, RequestHandler, Response } from 'express';
import { csrfViolation } from '../../http/errors.ts';
import { isFromOwnPage } from '../request/isFromOwnPage.ts';
import { ownCookieAttributes, ownCookieName } from './ownCookie.ts';
import type { ProviderCookies } from './providerCookies.ts';
import type { CookieSecrets } from './sealedCookie.ts';
import { isHttps } from '../../http/isHttps.ts';
import { cookieLine, readCookie } from './cookieHeaders.ts';

/** The name that HTTP clients such as axios and Angular look for: it cannot have the prefix `__Host-`. */
const name = 'XSRF-TOKEN';

const line = (value: string, portalUrl: string, maxAge?: number): string =>
  cookieLine(name, value, { path: '/', maxAge, sameSite: 'Strict', secure: isHttps(portalUrl) });

/**
 * The cookie in which scripts of the portal's origin find the CSRF token of their session, to send it back as
 * `X-XSRF-TOKEN`. Only scripts read it: the server never trusts it, so one set by another host of the site authorises
 * nothing.
 */
export const xsrfCookie = {
  /** Reads the token that a browser has. @param header its `Cookie` header */
  read: (header: string | undefined): string | undefined => readCookie(header, name),
  /** Returns the `Set-Cookie` that keeps a token until the browser is closed. */
  keep: (token: string, portalUrl: string): string => line(token, portalUrl),
  /** Returns the `Set-Cookie` that deletes the cookie. */
  expired: (portalUrl: string): string => line('', portalUrl, 0),
};

/** The form of a token: csrf-csrf also accepts one with more text behind it. */
const tokenForm = /^[\da-f]{64}\.[\da-f]{64}$/;

/**
 * Creates signed double-submit tokens for the portal's own posts and for unsafe calls that a session cookie
 * authenticates. A token is bound to the session, so one from before a sign-in is invalid after it.
 */
export function createCsrf({ secret, portalUrl, cookies }: CookieSecrets & { cookies: ProviderCookies }) {
  const cookieName = ownCookieName('portal_csrf', portalUrl);
  const { generateCsrfToken, validateRequest } = doubleCsrf({
    getSecret: () => secret,
    getSessionIdentifier: (request) => cookies.session(request.headers.cookie) ?? '',
    cookieName,
    cookieOptions: ownCookieAttributes(portalUrl),
    getCsrfTokenFromRequest: (request) =>
      request.get('x-csrf-token') ??
      request.get('x-xsrf-token') ??
      (request.body as { _csrf?: string } | undefined)?._csrf,
  });

  /**
   * Removes a token cookie of another form. csrf-csrf fails at anything but text, and cookie-parser takes `j:…` for JSON;
   * text behind the token would end up in pages and, decoded, in `XSRF-TOKEN`.
   */
  const withOwnForm = (request: Request): Request => {
    const parsed = request.cookies as Record<string, unknown>;
    const held = parsed[cookieName];
    if (typeof held !== 'string' || !tokenForm.test(held)) parsed[cookieName] = undefined;
    return request;
  };

  const protect: RequestHandler = (request, _response, next) => {
    if (isFromOwnPage(request.headers, portalUrl) && validateRequest(withOwnForm(request))) {
      next();
      return;
    }
    next(csrfViolation());
  };

  /** Gives a session's token to scripts, and removes it once the session is gone. */
  const tellScripts = (token: string, { headers: { cookie } }: Request, response: Response): void => {
    const held = xsrfCookie.read(cookie);
    if (cookies.session(cookie) !== undefined) {
      if (held !== token) response.append('Set-Cookie', xsrfCookie.keep(token, portalUrl));
    } else if (held !== undefined) response.append('Set-Cookie', xsrfCookie.expired(portalUrl));
  };

  return {
    /**
     * Returns this browser's token, and sets its cookie if there is no valid one; a session's token also goes into
     * `XSRF-TOKEN`, for scripts. For another site's post it returns an empty text and sets nothing.
     */
    token: (request: Request, response: Response): string => {
      // another site's post comes without the browser's cookies: a new one would take the place of its own
      if (request.method !== 'GET' && request.method !== 'HEAD' && !isFromOwnPage(request.headers, portalUrl))
        return '';
      const token = generateCsrfToken(withOwnForm(request), response, { validateOnReuse: false });
      tellScripts(token, request, response);
      return token;
    },
    /** Accepts requests from the portal's pages that carry the token; all others get 403. */
    protect,
    /** Whether a request comes from a page of the portal, with or without a valid token. */
    isOwn: ({ headers }: Request) => isFromOwnPage(headers, portalUrl),
    /**
     * Like `protect`, for preferences that only change how pages look and what they offer: a request that the browser
     * marks as sent by a page of the portal needs no token, so that a page from before a sign-in, in another tab for
     * example, can still change them.
     */
    protectPreferences: ((request, response, next) => {
      const { headers } = request;
      const isMarked = headers['sec-fetch-site'] === 'same-origin' && isFromOwnPage(headers, portalUrl);
      if (isMarked) next();
      else void protect(request, response, next);
    }) satisfies RequestHandler,
  };
}
