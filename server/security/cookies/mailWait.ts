import { ownCookie } from './ownCookie.ts';

const msPerSecond = 1000;
const cookie = ownCookie('portal_mail_wait', 60);

/** Tells the next page, once, until when no more mail is sent. */
export const mailWait = {
  /** Returns the `Set-Cookie` that tells it. */
  keep: (seconds: number | undefined, portalUrl: string): string =>
    cookie.keep(String(Math.ceil(Date.now() / msPerSecond) + (seconds ?? 0)), portalUrl),
  /** Reads from a Cookie header for how many seconds; undefined if there is none. */
  read: (header: string | undefined, portalUrl: string): number | undefined => {
    const until = Number(cookie.read(header, portalUrl));
    return until > 0 ? Math.max(1, until - Math.floor(Date.now() / msPerSecond)) : undefined;
  },
  expired: cookie.expired,
};
