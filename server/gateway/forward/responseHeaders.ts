import type { IncomingMessage } from 'node:http';
import { isShared } from '../lookUp.ts';
import type { Operation } from '../../operations/operation.ts';

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
  'content-security-policy',
  'content-security-policy-report-only',
  'nel',
  'report-to',
  'reporting-endpoints',
]);

const namedBy = (connection: string): string[] =>
  connection
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== 'content-length');

/** How long browsers may keep an answer that is the same for everybody, where the provider does not say. */
const freshness = 'public, max-age=3600';

/** Headers that caches read as well as, or in place of, Cache-Control. */
const cacheHeaders = new Set([
  'cache-control',
  'cdn-cache-control',
  'expires',
  'surrogate-control',
  'x-accel-expires',
]);

type Answer = Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'statusCode'>;

/** Whether an answer may be kept: a whole one that is the same for everybody, and gives this browser no cookie. */
const isKeepable = ({ statusCode, headers }: Answer, { cacheable }: Operation): boolean =>
  cacheable === true && statusCode === 200 && headers['set-cookie'] === undefined;

/**
 * The headers of an upstream's answer that the browser gets, as a flat list of names and values: their case, order
 * and repetition are the upstream's. Answers about sessions, flows, consents and administration are never stored, nor is
 * anything but a whole answer without cookies.
 *
 * @param answer the upstream's answer
 * @param operation the call that it answers
 */
export function responseHeaders(answer: Answer, operation: Operation): string[] {
  const { rawHeaders, headers } = answer;
  const named =
    headers.connection === undefined || headers.connection === 'close' ? [] : namedBy(headers.connection);
  const forbids = !isKeepable(answer, operation);
  const given = headers['cache-control'];
  const shared = isShared(operation);
  const kept: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    const key = name.toLowerCase();
    if (dropped.has(key) || named.includes(key) || (!shared && key.startsWith('access-control-'))) continue;
    if (forbids && cacheHeaders.has(key)) continue;
    kept.push(name, rawHeaders[at + 1] ?? '');
  }
  if (forbids) kept.push('Cache-Control', given?.includes('no-store') ? given : 'no-store');
  else if (given === undefined) kept.push('Cache-Control', freshness);
  return kept;
}
