import { oneYear, ownCookie } from '../security/cookies/ownCookie.ts';

/** The cookie with the time at which this browser last showed the list of applications. */
const cookie = ownCookie('portal_applications_seen', oneYear);

/** Returns when the list was last seen, in milliseconds since 1970; 0 if never. @param header a Cookie header */
export function applicationsSeenAt(header: string | undefined, portalUrl: string): number {
  const value = cookie.read(header, portalUrl) ?? '';
  return /^\d{1,15}$/.test(value) ? Number(value) : 0;
}

/** Returns the `Set-Cookie` that marks the list as seen now. @param portalUrl the portal's own origin */
export const applicationsSeenNow = (portalUrl: string): string => cookie.keep(String(Date.now()), portalUrl);
