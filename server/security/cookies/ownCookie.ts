import type { CookieOptions } from 'express';
import { isHttps } from '../../http/isHttps.ts';
import { cookieLine, cookieReader } from './cookieLine.ts';

/**
 * One of the portal's own cookies. On https its name has the prefix `__Host-` (RFC 6265bis, section 4.1.3.2): browsers
 * accept such a cookie from this host alone, so no other host of the site can set or shadow it. What was set without the
 * prefix does not count there.
 */
export interface OwnCookie {
  /** The value in a Cookie header; undefined if there is none. */
  read: (header: string | undefined, portalUrl: string) => string | undefined;
  /** The `Set-Cookie` that keeps a value. @param value characters that RFC 6265 allows in cookies, section 4.1.1 */
  keep: (value: string, portalUrl: string) => string;
  /** The `Set-Cookie` that deletes the cookie. */
  expired: (portalUrl: string) => string;
}

/** How long browsers keep preferences, in seconds. */
export const oneYear = 365 * 24 * 60 * 60;

const prefixed = (name: string): string => `__Host-${name}`;

/** The name of a cookie of the portal's own. @param portalUrl the portal's origin */
export const ownCookieName = (name: string, portalUrl: string): string =>
  isHttps(portalUrl) ? prefixed(name) : name;

/** The attributes of the portal's own cookies: for its host alone, all of its paths, and no script. */
export const ownCookieAttributes = (portalUrl: string): CookieOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: isHttps(portalUrl),
});

/**
 * Creates a cookie of the portal's own.
 *
 * @param name its name without prefix
 * @param maxAgeSeconds how long browsers keep it; until they are closed by default
 */
export function ownCookie(name: string, maxAgeSeconds?: number): OwnCookie {
  const plain = cookieReader(name);
  const secure = cookieReader(prefixed(name));
  const line = (value: string, portalUrl: string, maxAge: number | undefined): string =>
    cookieLine(ownCookieName(name, portalUrl), value, {
      path: '/',
      maxAge,
      httpOnly: true,
      sameSite: 'Lax',
      secure: isHttps(portalUrl),
    });
  return {
    read: (header, portalUrl) => (isHttps(portalUrl) ? secure : plain)(header),
    keep: (value, portalUrl) => line(value, portalUrl, maxAgeSeconds),
    expired: (portalUrl) => line('', portalUrl, 0),
  };
}
