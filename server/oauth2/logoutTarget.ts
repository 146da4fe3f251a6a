import type { RequestHandler } from 'express';
import { malformedRequest } from '../http/errors.ts';
import { splitTarget } from '../http/requestHead.ts';

/** The path to which an application sends the browser for a logout (OpenID Connect RP-Initiated Logout 1.0). */
export const logoutPath = '/oauth2/sessions/logout';

/** URLs that browsers run, or show as a page, instead of going to another origin. */
const schemes = new Set(['javascript:', 'data:', 'vbscript:']);

/**
 * Refuses a logout that would continue at a script: Hydra accepts any URL that a client has registered, and its page
 * for front-channel logout (OpenID Connect Front-Channel Logout 1.0), which is at the portal's origin, opens it.
 */
export const refuseScriptAfterLogout: RequestHandler = ({ originalUrl }, _response, next) => {
  const targets = new URLSearchParams(splitTarget(originalUrl).query).getAll('post_logout_redirect_uri');
  if (targets.some((target) => URL.canParse(target) && schemes.has(new URL(target).protocol)))
    throw malformedRequest();
  next();
};
