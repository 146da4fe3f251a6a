import { BlockList, isIP } from 'node:net';
import type { OAuth2Client } from './challenges.ts';

/** The loopback addresses; IPv4-mapped IPv6 addresses match the IPv4 rows. */
const ownAddresses = new BlockList();
ownAddresses.addSubnet('127.0.0.0', 8, 'ipv4');
ownAddresses.addSubnet('0.0.0.0', 8, 'ipv4');
ownAddresses.addAddress('::', 'ipv6');
ownAddresses.addAddress('::1', 'ipv6');

/**
 * Whether a host is the machine that the browser runs on.
 *
 * @param hostname as the URL parser writes it: `0x7f.1` is 127.0.0.1 there
 */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1');
  const family = isIP(host);
  if (family !== 0) return ownAddresses.check(host, family === 4 ? 'ipv4' : 'ipv6');
  return host === 'localhost' || host.endsWith('.localhost');
}

/**
 * Whether only one application can receive an answer at a redirect URI (RFC 8252, section 8.6): an https URL whose
 * host proves its name. On loopback any local program can listen on any port (section 7.3), any can claim a custom
 * scheme (section 7.1), and any network in between can answer plain http.
 */
function identifiesReceiver(redirectUri: string): boolean {
  const url = URL.parse(redirectUri);
  return url?.protocol === 'https:' && !isLoopback(url.hostname);
}

/**
 * Returns the host that gets the answer to a request, or `device` for a program on the user's own device. A request that does
 * not name its redirect URI goes to the client's only one.
 *
 * @returns undefined if neither says
 */
export function receiverOf(
  { redirect_uris: registered }: Pick<OAuth2Client, 'redirect_uris'>,
  requestUrl?: string | null,
): string | undefined {
  const [only, another] = registered;
  const named = URL.parse(requestUrl ?? '')?.searchParams.get('redirect_uri') ?? (another ? undefined : only);
  const url = URL.parse(named ?? '');
  if (!url) return undefined;
  return /^https?:$/.test(url.protocol) && !isLoopback(url.hostname) ? url.host : 'device';
}

/**
 * Whether a request's redirect URI identifies the application that asks. All of the client's registered URIs have to, because
 * a posted request or a request object can name a different one than the request's URL. A device's request has none.
 *
 * @param requestUrl a challenge's `request_url`
 */
export function identifiesApplication(
  { redirect_uris: registered }: Pick<OAuth2Client, 'redirect_uris'>,
  requestUrl?: string | null,
): boolean {
  const requested = URL.parse(requestUrl ?? '')?.searchParams.getAll('redirect_uri') ?? [];
  return registered.length > 0 && [...registered, ...requested].every(identifiesReceiver);
}
