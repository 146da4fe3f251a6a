import { ownCookie } from './ownCookie.ts';

/** A one-time notice for the next page. A cookie rather than a query parameter, so that a forged link cannot trigger it. */
export interface OneTimeNotice {
  /** Whether the page must show it. @param header a Cookie header */
  isIn: (header: string | undefined, portalUrl: string) => boolean;
  /**
   * Returns the `Set-Cookie` that makes the next page show it.
   *
   * @param method the method to sign in with next, such as `oidc.google`
   */
  set: (portalUrl: string, method?: string) => string;
  /** Returns the method to sign in with next; undefined if the notice names none. */
  methodIn: (header: string | undefined, portalUrl: string) => string | undefined;
  /** Returns the `Set-Cookie` that clears it once it has been shown. */
  clear: (portalUrl: string) => string;
}

const maxAgeSeconds = 60;

/** The value of a notice that names no method. */
const noMethod = '1';

/** Creates a notice; it lasts for a minute. @param name the cookie's name */
function oneTimeNotice(name: string): OneTimeNotice {
  const cookie = ownCookie(name, maxAgeSeconds);
  return {
    isIn: (header, portalUrl) => Boolean(cookie.read(header, portalUrl)),
    set: (portalUrl, method = noMethod) => cookie.keep(method, portalUrl),
    methodIn: (header, portalUrl) => {
      const value = cookie.read(header, portalUrl);
      return value === noMethod ? undefined : value;
    },
    clear: cookie.expired,
  };
}

/** Notice that the user has just created an account and has to sign in to it. */
export const justRegistered = oneTimeNotice('portal_registered');

/** Notice that the user has just verified an address. */
export const justVerified = oneTimeNotice('portal_verified');

/** Notice that the user has just signed out. */
export const justSignedOut = oneTimeNotice('portal_signed_out');

/** Notice that the user, who is signed in, has asked to sign in or up. */
export const signedInAlready = oneTimeNotice('portal_signed_in');

/** Notice that a mailed link was just opened and has filled in its code. */
export const linkOpened = oneTimeNotice('portal_link');

/** Notice that the user has just ended sessions. */
export const justEnded = oneTimeNotice('portal_ended');

/** Notice that the user has just withdrawn applications' access. */
export const justWithdrawn = oneTimeNotice('portal_withdrawn');

/** Notice that the user has just allowed a device to sign in. */
export const justConnected = oneTimeNotice('portal_connected');
