import type { Request, RequestHandler } from 'express';

/** The codings that the portal sends, the best first. */
const codings = ['br', 'gzip'] as const;

/** Returns the portal's codings that a browser accepts (RFC 9110, section 12.5.3), the best first. */
const acceptedCodings = (request: Request): string[] =>
  codings.filter((coding) => request.acceptsEncodings(coding));

/**
 * Reduces `Accept-Encoding` to the portal's codings that the browser accepts: sirv and the brand's files only look for their
 * names in it, and would take a refusal (`br;q=0`) for a wish.
 */
export const dropRefusedCodings: RequestHandler = (request, _response, next) => {
  const { headers } = request;
  if (headers['accept-encoding']?.includes(';')) headers['accept-encoding'] = acceptedCodings(request).join();
  next();
};
