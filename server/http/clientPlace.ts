import type { RequestHandler } from 'express';
import { shownName } from '../../shared/shownName.ts';

declare module 'node:http' {
  interface IncomingMessage {
    /** Where the client is, as a trusted proxy says: a country's code (ISO 3166-1), or a place's name. */
    place?: string | undefined;
  }
}

/** Cloudflare's code for an unknown country. */
const unknownCountry = 'XX';

/**
 * Creates what reads the place of a client from the header that CLIENT_PLACE_HEADER names. Anybody can send that header: only a
 * trusted proxy is believed.
 *
 * @param isProxy whether an address is a trusted proxy's
 */
export const clientPlace =
  (header: string, isProxy: (address: string) => boolean): RequestHandler =>
  (request, _response, next) => {
    const given = request.headers[header.toLowerCase()];
    if (typeof given === 'string' && given !== unknownCountry && isProxy(request.socket.remoteAddress ?? ''))
      request.place = shownName(Buffer.from(given, 'latin1').toString());
    next();
  };
