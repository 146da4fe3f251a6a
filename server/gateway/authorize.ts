import type { Request } from 'express';
import type { Operation } from '../../shared/operations/operation.ts';
import { PortalError } from '../errors.ts';

/** Who makes an admin call: the identity of a session, or the subject of an access token. */
export interface Caller {
  by: 'session' | 'token';
  id: string;
}

/**
 * Decides whether a request may make a call. It throws (or rejects with) a PortalError where it may not, and gives the
 * caller of an admin operation; undefined where nobody need be known, because the provider itself asks who calls.
 */
export type Authorize = (request: Request, operation: Operation) => Promise<Caller> | undefined;

/** Whether a request names somebody at all, by a cookie, a session token or an Authorization header. */
export const hasCredentials = ({ headers }: Pick<Request, 'headers'>): boolean =>
  Boolean(headers.authorization ?? headers['x-session-token'] ?? headers.cookie);

/**
 * The guard of a portal without admins: what users and applications call themselves passes, and nothing else.
 *
 * @throws PortalError 401 without credentials, 403 with any
 */
export const nobodyIsAdmin: Authorize = (request, operation) => {
  if (operation.access !== 'admin') return undefined;
  if (!hasCredentials(request))
    throw new PortalError(401, 'unauthorized', 'This call needs an admin of the portal.');
  throw new PortalError(403, 'forbidden', 'Only admins of the portal may make this call.');
};
