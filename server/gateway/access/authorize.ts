import type { Request } from 'express';
import type { Operation } from '../../operations/operation.ts';
import { PortalError } from '../../http/errors.ts';
import { sessionToken } from '../forward/connectionHeaders.ts';

/** Who makes an admin call: the identity of a session, or the subject of an access token. */
export interface Caller {
  by: 'session' | 'token';
  id: string;
}

/** Whether a call may be made, and by whom, as far as that is known. */
export interface Decision {
  caller?: Caller;
  /** Why not; the call may be made where it is missing. */
  refusal?: PortalError;
}

/**
 * Decides whether a request may make a call; undefined where nobody need be known, because the provider itself asks who
 * calls. It rejects with a PortalError where it cannot find out.
 */
export type Authorize = (request: Request, operation: Operation) => Promise<Decision> | undefined;

/** Tells how one authenticates (RFC 9110, section 11.6.1). */
const challenge = { 'WWW-Authenticate': 'Bearer realm="portal"' };

/**
 * The refusal of a call whose credentials are missing or not good.
 *
 * @param reason what is missing
 */
export const unauthorized = (reason: string): Decision => ({
  refusal: new PortalError(401, 'unauthorized', reason, { headers: challenge }),
});

/** Whether a request names somebody at all, by an Authorization header, a session token or a cookie. */
const hasCredentials = ({ headers }: Pick<Request, 'headers'>): boolean =>
  [headers.authorization, sessionToken(headers), headers.cookie].some(Boolean);

/**
 * The guard of a portal without admins: what users and applications call themselves passes, and nothing else. Admin calls
 * are 401 without credentials, and 403 with any.
 */
export const nobodyIsAdmin: Authorize = (request, operation) => {
  if (operation.access !== 'admin') return undefined;
  if (!hasCredentials(request))
    return Promise.resolve(unauthorized('This call needs an admin of the portal.'));
  const refusal = new PortalError(403, 'forbidden', 'Only admins of the portal may make this call.');
  return Promise.resolve({ refusal });
};
