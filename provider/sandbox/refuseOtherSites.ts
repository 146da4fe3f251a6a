import type { RequestHandler } from 'express';

const localNames = ['localhost', '127.0.0.1', '[::1]'];

const isLocalOrigin = (origin: string): boolean =>
  URL.canParse(origin) && localNames.includes(new URL(origin).hostname);

/**
 * Refuses requests caused by a page of another site that a developer visits, because these APIs require no
 * authentication. A foreign Host means DNS rebinding, which would let such a page read the answers as well.
 *
 * @see https://www.w3.org/TR/fetch-metadata/ Fetch Metadata, section 2.3
 */
export const refuseOtherSites: RequestHandler = ({ headers }, response, next) => {
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  const isLocal =
    localNames.includes(host.replace(/:\d+$/, '')) &&
    (origin === undefined || isLocalOrigin(origin)) &&
    site !== 'cross-site';
  if (isLocal) next();
  else
    response
      .status(403)
      .json({ error: 'access_denied', error_description: 'Calls from other sites are refused.' });
};
