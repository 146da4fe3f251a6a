import type { RequestHandler } from 'express';

/** The codings of the portal's own files. */
const codings = ['br', 'gzip'];

/**
 * Reduces `Accept-Encoding` to the codings of the portal's own files that the browser takes (RFC 9110, section 12.5.3): what
 * serves them only looks for their names, and would take a refusal (`br;q=0`) for a wish.
 */
export const takenCodings: RequestHandler = (request, _response, next) => {
  const { headers } = request;
  if (headers['accept-encoding']?.includes(';'))
    headers['accept-encoding'] = codings.filter((coding) => request.acceptsEncodings(coding)).join();
  next();
};
