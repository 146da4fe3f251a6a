import type { RequestHandler } from 'express';
import { acceptsHtml } from './requestHead.ts';

/**
 * Redirects visits at a loopback address to the portal's own origin, which is at `localhost`: cookies and Kratos' addresses
 * belong to that name, so nobody could sign in at the address.
 *
 * @returns undefined if it is not at `localhost`
 */
export function leadToLocalhost(portalUrl: string): RequestHandler | undefined {
  const { hostname, port } = new URL(portalUrl);
  if (hostname !== 'localhost') return undefined;
  const addresses = ['127.0.0.1', '[::1]'].map((address) => (port === '' ? address : `${address}:${port}`));
  return (request, response, next) => {
    const { method, headers, originalUrl } = request;
    const isVisit = (method === 'GET' || method === 'HEAD') && acceptsHtml(headers);
    if (isVisit && addresses.includes(headers.host ?? '')) response.redirect(portalUrl + originalUrl);
    else next();
  };
}
