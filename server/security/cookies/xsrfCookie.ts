import { isHttps } from '../../http/isHttps.ts';
import { cookieLine, readCookie } from './cookieHeaders.ts';

/** The name that HTTP clients such as axios and Angular look for: it cannot have the prefix `__Host-`. */
const name = 'XSRF-TOKEN';

const line = (value: string, portalUrl: string, maxAge?: number): string =>
  cookieLine(name, value, { path: '/', maxAge, sameSite: 'Strict', secure: isHttps(portalUrl) });

/**
 * The cookie in which scripts of the portal's origin find the CSRF token of their session, to send it back as
 * `X-XSRF-TOKEN`. Only scripts read it: the server never trusts it, so one set by another host of the site authorises
 * nothing.
 */
export const xsrfCookie = {
  /** Reads the token that a browser has. @param header its `Cookie` header */
  read: (header: string | undefined): string | undefined => readCookie(header, name),
  /** Returns the `Set-Cookie` that keeps a token until the browser is closed. */
  keep: (token: string, portalUrl: string): string => line(token, portalUrl),
  /** Returns the `Set-Cookie` that deletes the cookie. */
  expired: (portalUrl: string): string => line('', portalUrl, 0),
};
