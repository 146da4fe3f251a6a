import type { Request } from 'express';
import type { Operation } from '../../operations/catalogue.ts';
import { sessionToken } from '../../http/connectionHeaders.ts';

/**
 * Whether a call needs a CSRF token: it changes something, and only a cookie authenticates it.
 *
 * Self-service forms carry the provider's own token. Another site cannot make a browser send a session token or, for
 * admin calls, a bearer token. At Kratos' public API a cookie takes precedence over a bearer token, so a bearer token
 * does not exempt a call there. Hydra's public endpoints do not authenticate callers by cookies.
 */
export function needsCsrf({ headers }: Pick<Request, 'headers'>, operation: Operation): boolean {
  if (operation.method === 'GET' || headers.cookie === undefined) return false;
  if (sessionToken(headers) !== undefined) return false;
  if (operation.access === 'admin') return headers.authorization === undefined;
  if (operation.upstream !== 'kratosPublic') return false;
  return !(operation.method === 'POST' && operation.path.startsWith('/self-service/'));
}
