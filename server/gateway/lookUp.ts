import type { IncomingMessage } from 'node:http';
import { findOperation } from '../operations/findOperation.ts';
import type { Operation } from '../operations/operation.ts';
import type { Call } from './forward/exchange.ts';

/**
 * Whether pages of other origins may ask for permission to make a call. Applications that run in browsers call the
 * OAuth2 server's public endpoints from origins of their own; the server itself knows which. Nothing else is shared.
 */
export const isShared = ({ upstream, access }: Operation): boolean =>
  upstream === 'hydraPublic' && access === 'public';

/**
 * Finds the call that a request asks for, by its method and its raw path; for a preflight, the call that it asks about.
 *
 * @param request a request whose target is clean
 */
export function lookUp({ method = '', url = '', headers }: IncomingMessage): Call | undefined {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? '' : url.slice(mark + 1);
  if (method !== 'OPTIONS') {
    const operation = findOperation(method, path);
    return operation && { operation, path, query, preflight: false };
  }
  const asked = findOperation(headers['access-control-request-method'] ?? '', path);
  return asked && isShared(asked) ? { operation: asked, path, query, preflight: true } : undefined;
}
