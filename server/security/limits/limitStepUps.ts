import type { RequestHandler } from 'express';
import { splitTarget } from '../../http/requestHead.ts';
import type { CountForm } from './formLimits.ts';

/** The paths at which a sign-in begins: the portal's page, and the provider's own. */
export const signInPaths = ['/login', '/self-service/login/browser', '/self-service/login/api'];

/**
 * Limits how often an account, or a session, may begin a sign-in to a higher assurance level (`?aal=aal2`): if the
 * second factor is a mailed code, the provider sends it at once.
 */
export const limitStepUps =
  (countForm: CountForm): RequestHandler =>
  ({ originalUrl, headers, ip: address, isFromOtherSite }, _response, next) => {
    const levels = new URLSearchParams(splitTarget(originalUrl).query).getAll('aal');
    if (levels.length === 0) {
      next();
      return;
    }
    countForm({ kind: 'login', fields: new Map([['aal', levels]]), headers, address, isFromOtherSite }).then(
      () => next(),
      next,
    );
  };
