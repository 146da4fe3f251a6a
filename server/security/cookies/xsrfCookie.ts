/** The name that HTTP clients such as axios and Angular look for: it cannot have the prefix `__Host-`. */
const name = 'XSRF-TOKEN';

const pattern = new RegExp(`(?:^|;)[ \\t]*${name}=([^;]*)`);

const line = (value: string, portalUrl: string): string =>
  `${value}; Path=/; SameSite=Strict${portalUrl.startsWith('https:') ? '; Secure' : ''}`;

/**
 * The cookie in which scripts of the portal's origin find the CSRF token of their session, to send it back as `X-XSRF-TOKEN`.
 * Scripts alone read it: for the server it is no proof of anything, so that one which another host of the site has set
 * authorises nothing.
 */
export const xsrfCookie = {
  /** The token that a browser holds. @param header its `Cookie` header */
  read: (header = ''): string | undefined => pattern.exec(header)?.[1],
  /** The `Set-Cookie` that keeps a token until the browser is closed. */
  keep: (token: string, portalUrl: string): string => line(`${name}=${token}`, portalUrl),
  /** The `Set-Cookie` that deletes the cookie. */
  expired: (portalUrl: string): string => line(`${name}=; Max-Age=0`, portalUrl),
};
