import type { IncomingMessage } from 'node:http';
import { isShared } from './lookUp.ts';
import type { Operation } from '../../shared/operations/operation.ts';

/** Headers of one hop, those that tell what runs inside, and those that speak for an origin that is the portal's. */
const dropped = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'server',
  'via',
  'x-powered-by',
  'x-request-id',
  'alt-svc',
  'strict-transport-security',
]);

const namedBy = (connection: string): string[] =>
  connection
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== 'content-length');

/** How long browsers may keep an answer that is the same for everybody, where the provider does not say. */
const freshness = 'public, max-age=3600';

/** Whether a Cache-Control header keeps an answer out of every cache already. */
const isNoStore = (value: string | undefined): boolean => value?.includes('no-store') ?? false;

/**
 * The headers of an upstream's answer that the browser gets, as a flat list of names and values: their case, order
 * and repetition are the upstream's. Answers about sessions, flows, consents and administration are never stored.
 *
 * @param answer the upstream's answer
 * @param operation the call that it answers
 */
export function responseHeaders(
  { rawHeaders, headers }: Pick<IncomingMessage, 'rawHeaders' | 'headers'>,
  operation: Operation,
): string[] {
  const named =
    headers.connection === undefined || headers.connection === 'close' ? [] : namedBy(headers.connection);
  const forbids = operation.cacheable !== true && !isNoStore(headers['cache-control']);
  const shared = isShared(operation);
  const kept: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    const key = name.toLowerCase();
    if (dropped.has(key) || named.includes(key) || (!shared && key.startsWith('access-control-'))) continue;
    if (forbids && key === 'cache-control') continue;
    kept.push(name, rawHeaders[at + 1] ?? '');
  }
  if (forbids) kept.push('Cache-Control', 'no-store');
  else if (headers['cache-control'] === undefined) kept.push('Cache-Control', freshness);
  return kept;
}
