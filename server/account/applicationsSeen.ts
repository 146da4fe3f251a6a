/** The cookie with the time at which this browser last showed the list of applications. */
const cookieName = 'portal_applications_seen';

const maxAgeSeconds = 365 * 24 * 60 * 60;

const pattern = new RegExp(`(?:^|;)\\s*${cookieName}=(\\d{1,15})(?:;|$)`);

/** When the list was last seen, in milliseconds since 1970; 0 if never. @param header a Cookie header */
export const applicationsSeenAt = (header = ''): number => Number(pattern.exec(header)?.[1] ?? 0);

/** The `Set-Cookie` that marks the list as seen now. @param secure whether the portal is on https */
export const applicationsSeenNow = (secure: boolean): string =>
  `${cookieName}=${Date.now()}; Path=/settings; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
