import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request comes from a page of the portal, by the headers that browsers send. Clients that are not browsers
 * send neither header, and pass.
 *
 * @see https://www.w3.org/TR/fetch-metadata/ Fetch Metadata, section 2.3
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, portalUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return headers.origin === undefined || headers.origin === portalUrl;
}
