import type { Request } from 'express';
import type { Operation } from '../../operations/operation.ts';
import { sessionToken } from '../../http/connectionHeaders.ts';

/**
 * Whether a call must prove that a page of the portal made it: it changes something, and a cookie alone says who calls.
 *
 * Self-service forms carry the provider's own token. A session token, or for admin calls a bearer token, is nothing that
 * another site could make a browser send. At Kratos' public side a cookie outranks a bearer token, so a bearer token
 * beside a cookie excuses nothing there. Hydra's public endpoints do not know callers by cookies.
 */
export function needsCsrf({ headers }: Pick<Request, 'headers'>, operation: Operation): boolean {
  if (operation.method === 'GET' || headers.cookie === undefined) return false;
  if (sessionToken(headers) !== undefined) return false;
  if (operation.access === 'admin') return headers.authorization === undefined;
  if (operation.upstream !== 'kratosPublic') return false;
  return !(operation.method === 'POST' && operation.path.startsWith('/self-service/'));
}
