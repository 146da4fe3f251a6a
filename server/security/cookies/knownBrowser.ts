import { createHash } from 'node:crypto';
import * as z from 'zod';
import { oneYear } from './ownCookie.ts';
import { createSealedValue, type CookieSecrets } from './sealedCookie.ts';

/** How many accounts a browser is known to: those that signed in last. */
const mostAccounts = 20;

const hashOf = (identity: string): string =>
  createHash('sha256').update(identity).digest('base64url').slice(0, 16);

const hashes = z.array(z.string()).catch([]);

/** Creates the cookie that tells a browser in which an account was used before from one that is new to it. */
export function createKnownBrowser(secrets: CookieSecrets) {
  const cookie = createSealedValue<unknown>(secrets, 'portal_browser', 'known browser', oneYear);
  const known = (header: string | undefined): string[] => hashes.parse(cookie.read(header));
  return {
    /** Whether a browser is known to an account. @param header a Cookie header */
    isKnown: (header: string | undefined, identity: string) => known(header).includes(hashOf(identity)),
    /** Returns the `Set-Cookie` that makes a browser known to an account; undefined if it is. */
    keep: (header: string | undefined, identity: string) => {
      const hash = hashOf(identity);
      const before = known(header);
      return before.includes(hash) ? undefined : cookie.keep([hash, ...before].slice(0, mostAccounts));
    },
  };
}
