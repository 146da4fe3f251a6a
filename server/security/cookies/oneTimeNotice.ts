import { ownCookie } from './ownCookie.ts';

/** A one-time notice for the next page. A cookie rather than a query parameter, so that a forged link cannot trigger it. */
export interface OneTimeNotice {
  /** Whether the page must show it. @param header a Cookie header */
  isIn: (header: string | undefined, portalUrl: string) => boolean;
  /** Returns the `Set-Cookie` that makes the next page show it. @param portalUrl the portal's own origin */
  set: (portalUrl: string) => string;
  /** Returns the `Set-Cookie` that clears it once it has been shown. */
  clear: (portalUrl: string) => string;
}

const maxAgeSeconds = 60;

/** Creates a notice; it lasts for a minute. @param name the cookie's name */
export function oneTimeNotice(name: string): OneTimeNotice {
  const cookie = ownCookie(name, maxAgeSeconds);
  return {
    isIn: (header, portalUrl) => cookie.read(header, portalUrl) === '1',
    set: (portalUrl) => cookie.keep('1', portalUrl),
    clear: cookie.expired,
  };
}
