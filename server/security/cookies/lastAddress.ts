import { oneYear } from './ownCookie.ts';
import { createSealedCookie, type SealedCookieOptions } from './sealedCookie.ts';

/** Keeps in the browser which address was signed in last, for its next sign-in to begin with. */
export interface LastAddress {
  /** The address in a Cookie header; undefined if there is none. */
  read: (header: string | undefined) => string | undefined;
  /**
   * The `Set-Cookie` that keeps a session's address in place of the one before.
   *
   * @param address undefined for an account without one
   * @param header the request's Cookie header
   * @returns undefined if the cookie says so already
   */
  keep: (address: string | undefined, header: string | undefined) => string | undefined;
  /** The `Set-Cookie` that forgets it; undefined if there is nothing to forget. */
  forget: (header: string | undefined) => string | undefined;
}

/** Creates the cookie. It is sealed: neither a proxy's log nor a script of a page can read the address. */
export function createLastAddress(secrets: Pick<SealedCookieOptions, 'secret' | 'portalUrl'>): LastAddress {
  const cookie = createSealedCookie({
    ...secrets,
    name: 'portal_last_address',
    maxAgeSeconds: oneYear,
    purpose: 'last address',
  });
  const forget = (header: string | undefined): string | undefined =>
    cookie.isIn(header) ? cookie.expired : undefined;
  return {
    read: cookie.read,
    keep: (address, header) => {
      if (address === undefined) return forget(header);
      return cookie.read(header) === address ? undefined : (cookie.keep(address) ?? forget(header));
    },
    forget,
  };
}
