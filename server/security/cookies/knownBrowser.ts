import { createHash } from 'node:crypto';
import * as z from 'zod';
import { oneYear } from './ownCookie.ts';
import { createSealedValue, type CookieSecrets } from './sealedCookie.ts';

/** How many accounts a browser is known to: those that signed in last. */
const mostAccounts = 20;

const hashOf = (identity: string): string =>
  createHash('sha256').update(identity).digest('base64url').slice(0, 16);

/** When the session began with which the browser was last seen in each account, in milliseconds since 1970. */
const times = z.record(z.string(), z.number()).catch({});

/** Creates the cookie that tells a browser in which an account was used before from one that is new to it. */
export function createKnownBrowser(secrets: CookieSecrets) {
  const cookie = createSealedValue<unknown>(secrets, 'portal_browser', 'known browser', oneYear);
  const known = (header: string | undefined) => times.parse(cookie.read(header));
  return {
    /**
     * Whether a browser is known to an account.
     *
     * @param header a Cookie header
     * @param since when its owner has secured the account, in milliseconds since 1970: browsers from before are forgotten
     */
    isKnown: (header: string | undefined, identity: string, since = 0) =>
      (known(header)[hashOf(identity)] ?? -1) >= since,
    /** Returns the `Set-Cookie` that makes a browser known to an account since a time; undefined if it is. */
    keep: (header: string | undefined, identity: string, time: number) => {
      const { [hashOf(identity)]: before = -1, ...others } = known(header);
      if (before >= time) return undefined;
      const latest = Object.entries(others).slice(0, mostAccounts - 1);
      return cookie.keep(Object.fromEntries([[hashOf(identity), time], ...latest]));
    },
  };
}
