import { mailLimited, rateLimited } from '../../../shared/flow/errorId.ts';
import type { EndedDevices } from '../../../shared/sessions.ts';
import type { PortalError } from '../../http/PortalError.ts';
import { ownCookie } from './ownCookie.ts';

const maxAgeSeconds = 60;

/** The value of a notice that names no method. */
const noMethod = '1';

/**
 * Creates a one-time notice for the next page; it lasts for a minute. A cookie rather than a query parameter, so that a forged
 * link cannot trigger it.
 *
 * @param name the cookie's name
 */
function oneTimeNotice(name: string) {
  const cookie = ownCookie(name, maxAgeSeconds);
  return {
    /** Whether the page must show it. @param header a Cookie header */
    isIn: (header: string | undefined, portalUrl: string) => Boolean(cookie.read(header, portalUrl)),
    /** Returns the `Set-Cookie` that makes the next page show it, with the method to sign in with next (`oidc.google`). */
    set: (portalUrl: string, method = noMethod) => cookie.keep(method, portalUrl),
    /** Returns the method to sign in with next; undefined if the notice names none. */
    methodIn: (header: string | undefined, portalUrl: string) => {
      const value = cookie.read(header, portalUrl);
      return value === noMethod ? undefined : value;
    },
    /** Returns the `Set-Cookie` that clears it once it has been shown. */
    clear: cookie.expired,
  };
}

/** A one-time notice for the next page. */
export type OneTimeNotice = ReturnType<typeof oneTimeNotice>;

/** Notice that the user has just created an account and has to sign in to it. */
export const justRegistered = oneTimeNotice('portal_registered');

/** Notice that the user has just verified an address. */
export const justVerified = oneTimeNotice('portal_verified');

/** Notice that the user has just verified an address in a browser that has not begun it. */
export const justVerifiedElsewhere = oneTimeNotice('portal_verified_elsewhere');

/** Notice that the address of this browser's sign-up was verified on another device. */
export const verifiedThere = oneTimeNotice('portal_verified_there');

/** Notice that the address of a verification was verified before. */
export const alreadyVerified = oneTimeNotice('portal_already_verified');

/** Notice that a mail that was opened went to an address that has been corrected since. */
export const formerAddress = oneTimeNotice('portal_former_address');

/** Notice that the code of a recovery was just accepted. */
export const justRecovered = oneTimeNotice('portal_recovered');

/** Notice that the user has just signed out. */
export const justSignedOut = oneTimeNotice('portal_signed_out');

/** Notice that the user, who is signed in, has asked to sign in or up. */
export const signedInAlready = oneTimeNotice('portal_signed_in');

/** Notice that the user has just used an account of a service that is not linked to theirs. */
export const notLinkedHere = oneTimeNotice('portal_not_linked');

/** Notice that the user has just entered an authenticator app's code that was used before. */
export const usedCode = oneTimeNotice('portal_used_code');

/** Notice that a mailed link was just opened and has filled in its code. */
export const linkOpened = oneTimeNotice('portal_link');

/** Notice that a form was refused because it was from before a sign-in or a sign-up in another tab. */
export const justRefused = oneTimeNotice('portal_refused');

/** Notice that another code was just mailed. */
export const justResent = oneTimeNotice('portal_resent');

const endedCookie = ownCookie('portal_ended', maxAgeSeconds);

/** Notice that the user has just signed out devices. */
export const justEnded = {
  /** Returns the `Set-Cookie` that makes the next page show it. */
  set: ({ devices, name }: EndedDevices, portalUrl: string): string =>
    endedCookie.keep(new URLSearchParams({ devices: String(devices), ...name }).toString(), portalUrl),
  /** Reads it from a Cookie header; undefined if the page need not show it. */
  read: (header: string | undefined, portalUrl: string): EndedDevices | undefined => {
    const { devices, browser, system } = Object.fromEntries(
      new URLSearchParams(endedCookie.read(header, portalUrl)),
    );
    if (devices === undefined) return undefined;
    return { devices: Number(devices) || 0, ...(browser && system && { name: { browser, system } }) };
  },
  clear: endedCookie.expired,
};

/** Notice that the user has just withdrawn applications' access. */
export const justWithdrawn = oneTimeNotice('portal_withdrawn');

/** Notice that the account of this browser was just secured. */
export const justSecured = oneTimeNotice('portal_secured');

/** Notice that the user has just deleted their account. */
export const justLeft = oneTimeNotice('portal_left');

/** Notice that the user has just sent a form without ticking its box. */
export const notTicked = oneTimeNotice('portal_not_ticked');

/** Notice that the user has just chosen which mails they get. */
export const justChosen = oneTimeNotice('portal_chosen');

/** Notice that the user has just undone a change. */
export const justUndone = oneTimeNotice('portal_undone');

/** Notice that the user has just allowed a device to sign in. */
export const justConnected = oneTimeNotice('portal_connected');

const msPerSecond = 1000;
const limitCookie = ownCookie('portal_limit', maxAgeSeconds);

/** Tells the next page, once, which limit has refused a form, and until when. */
export const reachedLimit = {
  /** Returns the `Set-Cookie` that tells it. */
  keep: ({ id, waitSeconds = 0 }: Pick<PortalError, 'id' | 'waitSeconds'>, portalUrl: string): string =>
    limitCookie.keep(`${id}.${Math.floor(Date.now() / msPerSecond) + waitSeconds}`, portalUrl),
  /** Reads it from a Cookie header; undefined if there is none. */
  read: (header: string | undefined, portalUrl: string) => {
    const [id, until = ''] = limitCookie.read(header, portalUrl)?.split('.') ?? [];
    if (id !== mailLimited && id !== rateLimited) return undefined;
    return { id, waitSeconds: Math.max(1, (Number(until) || 0) - Math.floor(Date.now() / msPerSecond)) };
  },
  expired: limitCookie.expired,
};
