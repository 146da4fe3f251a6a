import type { RequestHandler } from 'express';

/** The codings that the portal sends, the best first. */
const codings = ['br', 'gzip'];

/**
 * Reduces `Accept-Encoding` to the portal's codings that the browser accepts (RFC 9110, section 12.5.3): sirv and the brand's
 * files only look for their names in it, and would take a refusal (`br;q=0`) for a wish.
 */
export const dropRefusedCodings: RequestHandler = (request, _response, next) => {
  const { headers } = request;
  if (headers['accept-encoding']?.includes(';'))
    headers['accept-encoding'] = codings.filter((coding) => request.acceptsEncodings(coding)).join();
  next();
};
