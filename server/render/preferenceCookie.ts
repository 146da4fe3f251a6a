import type { CookieOptions } from 'express';

const yearMs = 365 * 24 * 60 * 60 * 1000;

/** The attributes of cookies that keep a visitor's preferences. @param portalUrl the portal's origin */
export const preferenceCookie = (portalUrl: string): CookieOptions => ({
  maxAge: yearMs,
  sameSite: 'lax',
  path: '/',
  secure: portalUrl.startsWith('https:'),
  httpOnly: true,
});
