import type { IncomingHttpHeaders } from 'node:http';
import type { Operation, Upstream } from '../../operations/operation.ts';
import type { ProviderCookies } from '../../security/providerCookies.ts';
import { newTraceparent } from '../../provider/traceparent.ts';
import { connectionHeaders } from '../../http/connectionHeaders.ts';

/**
 * What every upstream gets as the caller sent it. All else ends at the gateway, and for a reason: providers believe what
 * they are told of the client's address and place, the host, the method and the path, in more headers than can be listed.
 */
const common = [
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-length',
  'content-type',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-unmodified-since',
  'pragma',
  'transfer-encoding',
  'user-agent',
];

/**
 * What some upstreams get besides. Kratos refuses browsers at its endpoints for apps by `Origin`, words its CSRF errors by
 * `Sec-Fetch-Mode`, and hands the browser's hints to web hooks. Hydra answers the questions of other origins' pages (CORS).
 */
const besides: Partial<Record<Upstream, string[]>> = {
  kratosPublic: [
    'authorization',
    'origin',
    'sec-ch-ua',
    'sec-ch-ua-mobile',
    'sec-ch-ua-platform',
    'sec-fetch-dest',
    'sec-fetch-mode',
    'sec-fetch-site',
    'sec-fetch-user',
    'x-csrf-token',
    'x-session-token',
  ],
  hydraPublic: ['access-control-request-headers', 'access-control-request-method', 'authorization', 'origin'],
};

const everywhere: ReadonlySet<string> = new Set(common);
const allowed = new Map(
  Object.entries(besides).map(([upstream, names]) => [upstream, new Set([...common, ...names])]),
);

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
 * The headers that an upstream gets: those of the caller that it may have, and the portal's own.
 *
 * @param headers what the browser sent, names in lower case
 * @param operation the call; it says whose cookies and credentials pass
 * @param sender what takes the place of the browser's own claims
 * @param cookies which cookies are the upstream's
 */
export function requestHeaders(
  headers: IncomingHttpHeaders,
  operation: Operation,
  sender: Sender,
  cookies: ProviderCookies,
): IncomingHttpHeaders {
  const isAdmin = operation.access === 'admin';
  const names = (isAdmin ? undefined : allowed.get(operation.upstream)) ?? everywhere;
  const ended = connectionHeaders(headers);
  const sent: IncomingHttpHeaders = {};
  for (const name in headers) if (names.has(name) && !ended?.has(name)) sent[name] = headers[name];
  if (isAdmin) {
    if (sender.adminToken) sent.authorization = `Bearer ${sender.adminToken}`;
  } else if (headers.cookie !== undefined && !ended?.has('cookie')) {
    const cookie = cookies.own(headers.cookie, operation.upstream);
    if (cookie !== undefined) sent.cookie = cookie;
  }
  if (sender.address !== undefined) sent['x-forwarded-for'] = sender.address;
  sent['x-forwarded-host'] = sender.host;
  sent['x-forwarded-proto'] = sender.scheme;
  if (typeof sender.requestId === 'string') sent['x-request-id'] = sender.requestId;
  sent.traceparent = newTraceparent();
  return sent;
}
