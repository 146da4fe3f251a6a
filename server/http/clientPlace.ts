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

/** What the gateway tells the portal's web hooks of a call. */
export interface CallNote {
  place?: string | undefined;
  /** A secret id of the call. */
  call?: string | undefined;
}

/** Writes a note for a header, which takes few characters; undefined if there is nothing to tell. */
export const noteHeader = ({ place = '', call = '' }: CallNote): string | undefined =>
  place || call ? `${Buffer.from(place).toString('base64url')}.${call}` : undefined;

/** Reads a note from a header that `noteHeader` has written. */
export const noteIn = (header: string): CallNote => {
  const [place = '', call] = header.split('.');
  return { place: shownName(Buffer.from(place, 'base64url').toString()), call };
};
