import type { CookieOptions } from 'express';
import { isHttps } from '../../http/isHttps.ts';
import { cookieLine, readCookie } from './cookieHeaders.ts';

/** How long browsers keep preferences, in seconds. */
export const oneYear = 365 * 24 * 60 * 60;

/** Returns the full name of one of the portal's own cookies. @param portalUrl the portal's origin */
export const ownCookieName = (name: string, portalUrl: string): string =>
  isHttps(portalUrl) ? `__Host-${name}` : name;

/** Returns the attributes of the portal's own cookies. */
export const ownCookieAttributes = (portalUrl: string): CookieOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: isHttps(portalUrl),
});

/**
 * Creates one of the portal's own cookies: only for its host, for all of its paths, and hidden from scripts. On https its
 * name has the prefix `__Host-` (RFC 6265bis, section 4.1.3.2): browsers accept such a cookie only from this host, so no
 * other host of the site can set or shadow it. A cookie without the prefix does not count there.
 *
 * @param name its name without prefix
 * @param maxAgeSeconds how long browsers keep it; until they are closed by default
 */
export function ownCookie(name: string, maxAgeSeconds?: number) {
  const line = (value: string, portalUrl: string, maxAge: number | undefined): string =>
    cookieLine(ownCookieName(name, portalUrl), value, {
      path: '/',
      maxAge,
      httpOnly: true,
      sameSite: 'Lax',
      secure: isHttps(portalUrl),
    });
  return {
    /** Reads the value from a Cookie header; undefined if there is none. */
    read: (header: string | undefined, portalUrl: string): string | undefined =>
      readCookie(header, ownCookieName(name, portalUrl)),
    /** Returns the `Set-Cookie` that keeps a value: characters that RFC 6265 allows (section 4.1.1). */
    keep: (value: string, portalUrl: string): string => line(value, portalUrl, maxAgeSeconds),
    /** Returns the `Set-Cookie` that deletes the cookie. */
    expired: (portalUrl: string): string => line('', portalUrl, 0),
  };
}
