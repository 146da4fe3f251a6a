import type { RequestHandler } from 'express';
import { cspReportPath } from './cspReports.ts';
import { changePolicy } from './contentPolicy.ts';

/** Where Hydra answers with a page of its own, which tells applications of a logout in frames. */
export const logoutPagePath = '/oauth2/sessions/logout';

/**
 * Replaces the content security policy of Hydra's logout page (OpenID Connect Front-Channel Logout 1.0). Its script and
 * style are inline, differ from answer to answer and have no nonce; it needs nothing else but the frames.
 *
 * @param secure whether the portal is served on https, where frames have to be as well
 */
export const allowLogoutFrames = (secure: boolean): RequestHandler => {
  const policy = [
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    `frame-src https:${secure ? '' : ' http:'}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    `report-uri ${cspReportPath}`,
  ].join(';');
  return (_request, response, next) => {
    changePolicy(response, () => policy);
    next();
  };
};
