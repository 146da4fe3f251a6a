import { returnToNotAllowed } from '../../http/errors.ts';

/**
 * Whether browsers read a URL otherwise than Kratos: they take a backslash for a slash, drop control characters, and
 * need no slashes after `http:`. Kratos lets `https:\\evil.example` pass as an address without a host, and redirects to it.
 */
export const isMisread = (url: string): boolean =>
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0000-\u001f\\]|^https?:(?!\/\/)/i.test(url);

/**
 * Whether a URL is a mailed link's. An app's sign-in may append the code of its session to its `return_to`, and the link would
 * put that into a flow, where whoever has begun the flow could read it.
 */
export const takesCodes = (url: string): boolean =>
  /^\/self-service\/(?:recovery|verification)\b/.test(URL.parse(url, 'http://portal')?.pathname ?? '');

/**
 * Validates a `return_to` and makes it an absolute URL.
 *
 * The provider only compares prefixes (`https://portal.example.evil.com` passes for `https://portal.example`), so the
 * portal checks itself: it allows its own origin, including plain paths, and the configured origins.
 *
 * @param value the parameter as given; undefined or empty returns undefined, several values are refused
 * @throws PortalError 400 `return_to_not_allowed`
 */
export function returnTo(value: unknown, portalUrl: string, allowed: string[] = []): string | undefined {
  if (value === undefined || value === '') return undefined;
  const refused = returnToNotAllowed();
  // Browsers drop tabs and newlines from URLs and read a backslash as a slash, so all are refused.
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (typeof value !== 'string' || /[\u0000-\u0020\\]/.test(value) || value.startsWith('//')) throw refused;
  if (!URL.canParse(value, portalUrl)) throw refused;
  const url = new URL(value, portalUrl);
  const origins = [portalUrl, ...allowed].map((origin) => new URL(origin).origin);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || !origins.includes(url.origin))
    throw refused;
  if (takesCodes(url.href)) throw refused;
  return url.href;
}
