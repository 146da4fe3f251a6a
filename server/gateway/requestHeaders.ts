import type { IncomingHttpHeaders } from 'node:http';
import type { Operation, Upstream } from '../../shared/operations/operation.ts';
import { ownCookies } from './cookies.ts';

/** Headers that end at the gateway: those of a single hop (RFC 9110, section 7.6.1) and claims about the caller. */
const dropped = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'proxy',
  'te',
  'trailer',
  'upgrade',
  'http2-settings',
  'expect',
  'host',
  'forwarded',
  'via',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  'cf-pseudo-ipv4',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'fastly-client-ip',
  'x-host',
  'x-request-id',
]);
const droppedFamilies =
  /^(?:x-forwarded|x-original-|x-rewrite-|x-http-method|x-method-override|ory-|x-ory-|x-envoy-)|_|^x-appengine-/;

/** What authenticates a caller; each upstream gets only those that it understands. */
const credentials = new Set(['cookie', 'authorization', 'x-session-token', 'x-csrf-token']);
const understood: Partial<Record<Upstream, ReadonlySet<string>>> = {
  kratosPublic: new Set(['authorization', 'x-session-token', 'x-csrf-token']),
  hydraPublic: new Set(['authorization']),
};

/** A Connection header cannot name these: without them a body's end could be read differently upstream. */
const framing = new Set(['content-length', 'transfer-encoding']);

const verdicts = new Map<string, boolean>();
const mostVerdicts = 1000;

/** Whether a header passes, remembered for names that have been seen. */
function passes(name: string): boolean {
  const known = verdicts.get(name);
  if (known !== undefined) return known;
  const verdict = !dropped.has(name) && !credentials.has(name) && !droppedFamilies.test(name);
  if (verdicts.size < mostVerdicts) verdicts.set(name, verdict);
  return verdict;
}

/** The headers that a Connection header declares to be of this hop only. */
function namedBy(connection: string): ReadonlySet<string> | undefined {
  if (/^(?:keep-alive|close)$/i.test(connection)) return undefined;
  return new Set(
    connection
      .toLowerCase()
      .split(',')
      .map((name) => name.trim())
      .filter((name) => !framing.has(name)),
  );
}

/** What the gateway itself says about a call. */
export interface Sender {
  /** The client's address as the portal sees it. */
  address: string | undefined;
  /** The host and scheme of the portal's own URL. */
  host: string;
  scheme: string;
  /** Sent as a bearer token on admin calls. */
  adminToken: string | undefined;
  requestId: unknown;
}

/**
 * The headers that an upstream gets.
 *
 * @param headers what the browser sent, names in lower case
 * @param operation the call; it says whose cookies and credentials pass
 * @param sender what takes the place of the browser's own claims
 */
export function requestHeaders(
  headers: IncomingHttpHeaders,
  operation: Operation,
  sender: Sender,
): IncomingHttpHeaders {
  const named = headers.connection === undefined ? undefined : namedBy(headers.connection);
  const sent: IncomingHttpHeaders = {};
  for (const name in headers) if (passes(name) && !named?.has(name)) sent[name] = headers[name];
  if (operation.access === 'admin') {
    if (sender.adminToken) sent.authorization = `Bearer ${sender.adminToken}`;
  } else {
    for (const name of understood[operation.upstream] ?? [])
      if (headers[name] !== undefined && !named?.has(name)) sent[name] = headers[name];
    if (headers.cookie !== undefined) {
      const cookie = ownCookies(headers.cookie, operation.upstream);
      if (cookie !== undefined) sent.cookie = cookie;
    }
  }
  if (sender.address !== undefined) sent['x-forwarded-for'] = sender.address;
  sent['x-forwarded-host'] = sender.host;
  sent['x-forwarded-proto'] = sender.scheme;
  if (typeof sender.requestId === 'string') sent['x-request-id'] = sender.requestId;
  return sent;
}
