import type { IncomingMessage } from 'node:http';
import { findOperation } from '../operations/findOperation.ts';
import { splitTarget } from '../http/requestHead.ts';
import type { Operation } from '../operations/catalogue.ts';
import type { Call } from './forward/exchange.ts';

/** Whether pages of other origins may send a preflight: to Hydra, whose public endpoints applications call. */
export const allowsCors = ({ upstream, access }: Operation): boolean =>
  upstream === 'hydraPublic' && access === 'public';

/** Finds the operation that a request calls, by method and raw path; for a preflight, the operation that it announces. */
export function findCall({ method = '', url = '', headers }: IncomingMessage): Call | undefined {
  const { path, query } = splitTarget(url);
  if (method !== 'OPTIONS') {
    const operation = findOperation(method, path);
    return operation && { operation, path, query, preflight: false };
  }
  const preflighted = findOperation(headers['access-control-request-method'] ?? '', path);
  return preflighted && allowsCors(preflighted)
    ? { operation: preflighted, path, query, preflight: true }
    : undefined;
}
