import type { CookieOptions } from 'express';

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

const isSecure = (portalUrl: string): boolean => portalUrl.startsWith('https:');

const prefixed = (name: string): string => `__Host-${name}`;

/** The name of a cookie of the portal's own. @param portalUrl the portal's origin */
export const ownCookieName = (name: string, portalUrl: string): string =>
  isSecure(portalUrl) ? prefixed(name) : name;

/** The attributes of the portal's own cookies: for its host alone, all of its paths, and no script. */
export const ownCookieAttributes = (portalUrl: string): CookieOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: isSecure(portalUrl),
});

const patternOf = (name: string): RegExp => new RegExp(`(?:^|;)[ \\t]*${name}=([^;]*)`);

/**
 * Creates a cookie of the portal's own.
 *
 * @param name its name without prefix
 * @param maxAgeSeconds how long browsers keep it; until they are closed by default
 */
export function ownCookie(name: string, maxAgeSeconds?: number): OwnCookie {
  const plain = patternOf(name);
  const secure = patternOf(prefixed(name));
  const line = (value: string, portalUrl: string, seconds: number | undefined): string => {
    const maxAge = seconds === undefined ? '' : `; Max-Age=${seconds}`;
    const ofHttps = isSecure(portalUrl) ? '; Secure' : '';
    return `${ownCookieName(name, portalUrl)}=${value}; Path=/${maxAge}; HttpOnly; SameSite=Lax${ofHttps}`;
  };
  return {
    read: (header = '', portalUrl) => (isSecure(portalUrl) ? secure : plain).exec(header)?.[1],
    keep: (value, portalUrl) => line(value, portalUrl, maxAgeSeconds),
    expired: (portalUrl) => line('', portalUrl, 0),
  };
}
