import type { RequestHandler } from 'express';
import { malformedRequest } from '../http/errors.ts';
import { queryIn } from '../http/requestHead.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import { pageUrl } from '../urls/paths.ts';

/** The path to which an application sends the browser for a logout (OpenID Connect RP-Initiated Logout 1.0). */
export const logoutPath = '/oauth2/sessions/logout';

/** URLs that browsers run, or show as a page, instead of going to another origin. */
const schemes = new Set(['javascript:', 'data:', 'vbscript:']);

/** Whether a URL is a script or a page of its own. */
export const isScript = (url: string): boolean => URL.canParse(url) && schemes.has(new URL(url).protocol);

/**
 * Refuses a logout that would continue at a script: Hydra accepts any URL that a client has registered, and its page
 * for front-channel logout (OpenID Connect Front-Channel Logout 1.0), which is at the portal's origin, opens it.
 */
export const refuseScriptAfterLogout: RequestHandler = ({ originalUrl }, _response, next) => {
  const targets = queryIn(originalUrl).getAll('post_logout_redirect_uri');
  if (targets.some(isScript)) throw malformedRequest();
  next();
};

/**
 * Has the portal ask about a logout that brings no ID token (OpenID Connect RP-Initiated Logout 1.0, section 2). Hydra refuses
 * one that names its client and where to continue, and asks about no other unless it knows the browser itself.
 */
export const logoutWithoutHint =
  (cookies: ProviderCookies): RequestHandler =>
  ({ originalUrl, headers: { cookie } }, response, next) => {
    const query = queryIn(originalUrl);
    const namesClient = query.has('client_id') && query.has('post_logout_redirect_uri');
    const isSignedIn = cookies.session(cookie) !== undefined && cookies.hydraSession(cookie) === undefined;
    const isAsked =
      !query.has('id_token_hint') &&
      !query.has('logout_verifier') &&
      (namesClient || (isSignedIn && query.size === 0));
    if (!isAsked) next();
    else response.redirect(303, pageUrl('/logout', Object.fromEntries(query)));
  };
