import { oneYear } from './ownCookie.ts';
import { createSealedCookie, type SealedCookieOptions } from './sealedCookie.ts';

/** Keeps the address of the last sign-in in the browser, so that the next sign-in can fill it in. */
export interface LastAddress {
  /** Reads the address from a Cookie header; undefined if there is none. */
  read: (header: string | undefined) => string | undefined;
  /**
   * Returns the `Set-Cookie` that replaces the kept address with a session's.
   *
   * @param address undefined for an account without one
   * @param header the request's Cookie header
   * @returns undefined if the cookie already has it
   */
  keep: (address: string | undefined, header: string | undefined) => string | undefined;
  /** Returns the `Set-Cookie` that deletes it; undefined if there is nothing to delete. */
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
