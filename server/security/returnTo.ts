import { returnToNotAllowed } from '../http/errors.ts';

/**
 * Where a person is sent after a flow, as an absolute URL.
 *
 * The provider compares by prefix without a boundary (`https://portal.example.evil.com` passes for
 * `https://portal.example`), so the portal decides itself: a path on its own origin, or an origin that it was told of.
 *
 * @param value what the caller asked for; several values or none give nothing
 * @param portalUrl the portal's own origin
 * @param allowed further origins
 * @throws PortalError 400 `return_to_not_allowed`
 */
export function returnTo(value: unknown, portalUrl: string, allowed: string[] = []): string | undefined {
  if (value === undefined || value === '') return undefined;
  const refused = returnToNotAllowed();
  // Browsers drop tab and newline from URLs and read a backslash as a slash: none has a place in an address.
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (typeof value !== 'string' || /[\u0000-\u0020\\]/.test(value) || value.startsWith('//')) throw refused;
  if (!URL.canParse(value, portalUrl)) throw refused;
  const url = new URL(value, portalUrl);
  const origins = [portalUrl, ...allowed].map((origin) => new URL(origin).origin);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || !origins.includes(url.origin))
    throw refused;
  return url.href;
}
