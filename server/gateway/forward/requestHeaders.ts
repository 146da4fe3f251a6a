import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from '../../operations/catalogue.ts';
import type { Upstream } from '../../operations/operation.ts';
import type { ProviderCookies } from '../../security/cookies/providerCookies.ts';
import { type CallNote, noteHeader } from '../../http/callNote.ts';
import { connectionHeaders } from '../../http/connectionHeaders.ts';

/**
 * Headers that every upstream gets unchanged. An allowlist, because providers trust more headers than can be listed
 * about the client's address and location, the host, the method and the path.
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
 * Further headers for some upstreams. Kratos uses `Origin` to refuse browsers at its endpoints for apps,
 * `Sec-Fetch-Mode` to word its CSRF errors, and passes client hints to web hooks. Hydra answers CORS requests.
 */
const additional: Partial<Record<Upstream, string[]>> = {
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

const commonNames: ReadonlySet<string> = new Set(common);
const allowedNames = new Map(
  Object.entries(additional).map(([upstream, names]) => [upstream, new Set([...common, ...names])]),
);

/** The data that the gateway adds to a call. */
export interface Sender extends CallNote {
  /** The client's address, as the portal determined it. */
  address: string | undefined;
  /** The host and scheme of the portal's own URL. */
  host: string;
  scheme: string;
  /** Sent as a bearer token on admin calls. */
  adminToken: string | undefined;
}

/**
 * Returns the headers that an upstream gets: the caller's allowed ones, and the portal's own; each request adds its
 * `traceparent` when it is sent.
 *
 * @param operation determines which cookies and credentials are forwarded
 * @param sender replaces the browser's own claims
 */
export function requestHeaders(
  headers: IncomingHttpHeaders,
  operation: Operation,
  sender: Sender,
  cookies: ProviderCookies,
): IncomingHttpHeaders {
  const isAdmin = operation.access === 'admin';
  const names = (isAdmin ? undefined : allowedNames.get(operation.upstream)) ?? commonNames;
  const ofConnection = connectionHeaders(headers);
  const sent: IncomingHttpHeaders = {};
  for (const name in headers) if (names.has(name) && !ofConnection?.has(name)) sent[name] = headers[name];
  if (isAdmin) {
    if (sender.adminToken) sent.authorization = `Bearer ${sender.adminToken}`;
  } else if (headers.cookie !== undefined && !ofConnection?.has('cookie')) {
    const cookie = cookies.forUpstream(headers.cookie, operation.upstream);
    if (cookie !== undefined) sent.cookie = cookie;
  }
  if (sender.address !== undefined) {
    sent['x-forwarded-for'] = sender.address;
    // the one that Kratos passes on to its web hooks
    if (operation.upstream === 'kratosPublic') sent['true-client-ip'] = sender.address;
  }
  // of the few headers that Kratos passes on to its web hooks, the one that it does not use itself; browsers' own is not forwarded
  const note = operation.upstream === 'kratosPublic' ? noteHeader(sender) : undefined;
  if (note !== undefined) sent.priority = note;
  sent['x-forwarded-host'] = sender.host;
  sent['x-forwarded-proto'] = sender.scheme;
  if (sender.requestId !== undefined) sent['x-request-id'] = sender.requestId;
  return sent;
}
