import type { IncomingMessage } from 'node:http';
import { allowsCors } from '../findCall.ts';
import { connectionHeaders } from '../../http/connectionHeaders.ts';
import type { WholeAnswer } from './wholeAnswer.ts';
import type { Operation } from '../../operations/catalogue.ts';
import { withSecure } from '../../security/cookies/cookieHeaders.ts';

/** Hop-by-hop headers, headers that reveal internals, and headers that set policies for the portal's origin. */
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
  'x-frame-options',
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
]);

/** Cache-Control for an answer that is the same for everybody, if the provider sends none. */
const defaultCacheControl = 'public, max-age=3600';

/** Cache-Control for an answer with the hash that its URL names: browsers alone keep it, as the provider forbids even that. */
const namedCacheControl = 'private, max-age=3600';

/** Headers that some caches read in addition to, or instead of, Cache-Control. */
const cacheHeaders = new Set([
  'cache-control',
  'cdn-cache-control',
  'expires',
  'surrogate-control',
  'x-accel-expires',
]);

/** Headers that do not hold for an answer with the hash in its URL: it is the same for everybody, perhaps compressed. */
const notNamed = new Set(['etag', 'set-cookie', 'vary']);

/** The head of a provider's answer, and whether it has the hash that its URL names. */
export type AnswerHead = Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'statusCode'> &
  Pick<WholeAnswer, 'isNamed'>;

/** Whether an answer may be cached as the provider says: complete, the same for everybody, and without cookies. */
const isCacheable = ({ statusCode, headers }: AnswerHead, { cacheable }: Operation): boolean =>
  cacheable !== undefined && statusCode === 200 && headers['set-cookie'] === undefined;

/**
 * Returns the headers of an upstream's answer that the browser gets, as a flat list of names and values that keeps
 * the upstream's case, order and repetition. Only complete answers of cacheable operations, without cookies, may be
 * cached; all others are `no-store`.
 *
 * @param secure whether the portal is on https: then each cookie is `Secure`, even if the upstream sends it without
 */
export function responseHeaders(answer: AnswerHead, operation: Operation, secure: boolean): string[] {
  const { rawHeaders, headers, isNamed: named } = answer;
  const ofConnection = connectionHeaders(headers);
  // kept whatever the provider says if it is named: Kratos sends its script with `no-store` and a cookie
  const mustNotCache = named === false || (!named && !isCacheable(answer, operation));
  const cacheControl = headers['cache-control'];
  const keepsCors = allowsCors(operation);
  const kept: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    const key = name.toLowerCase();
    if (dropped.has(key) || ofConnection?.has(key) || (!keepsCors && key.startsWith('access-control-')))
      continue;
    if ((mustNotCache || named) && cacheHeaders.has(key)) continue;
    if (named && notNamed.has(key)) continue;
    // RFC 9110, section 8.6
    if (key === 'content-length' && answer.statusCode === 204) continue;
    const value = rawHeaders[at + 1] ?? '';
    kept.push(name, secure && key === 'set-cookie' ? withSecure(value) : value);
  }
  if (mustNotCache)
    kept.push('Cache-Control', cacheControl?.includes('no-store') ? cacheControl : 'no-store');
  else if (named) kept.push('Cache-Control', namedCacheControl, 'Vary', 'Accept-Encoding');
  else if (cacheControl === undefined) kept.push('Cache-Control', defaultCacheControl);
  return kept;
}
