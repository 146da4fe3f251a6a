import type { Upstream } from '../../operations/operation.ts';
import { cookiePair, cookiePairs } from './cookieHeaders.ts';

/** Prefixes of cookie names for which browsers enforce stricter rules (RFC 6265bis, 4.1.3). */
const prefix = /^__(?:Host|Secure)-/;

/**
 * Distinguishes the provider's cookies in a Cookie header from others.
 *
 * @param sessionName the session cookie's name: SESSION_COOKIE_NAME. A name without a prefix also matches with
 *   `__Host-` or `__Secure-`; a name with a prefix never matches without it, because any host of the site could set
 *   that cookie
 */
export function providerCookies(sessionName: string) {
  const bareName = (name: string): string => (prefix.test(sessionName) ? name : name.replace(prefix, ''));
  const isSession = (name: string): boolean =>
    bareName(name) === sessionName || name.replace(prefix, '').startsWith('ory_session_');
  const isKratos = (name: string): boolean =>
    isSession(name) || /^(?:ory_kratos_|csrf_token_)/.test(name.replace(prefix, ''));
  // the portal's own that come back with Kratos' web hooks
  const isForHooks = (name: string): boolean =>
    /^(?:portal_sign_up|portal_browser|locale)$/.test(name.replace(prefix, ''));
  const isHydra = (name: string): boolean => name.replace(prefix, '').startsWith('ory_hydra_');
  const owners: Partial<Record<Upstream, (name: string) => boolean>> = {
    kratosPublic: (name) => isKratos(name) || isForHooks(name),
    hydraPublic: isHydra,
  };
  const filterPairs = (
    header: string | undefined,
    isWanted: (name: string) => boolean,
  ): string | undefined => {
    const kept = cookiePairs(header).filter(({ name }) => isWanted(name));
    return kept.length > 0 ? kept.map(({ text }) => text).join('; ') : undefined;
  };

  const sessionValues = (header: string | undefined): string[] =>
    cookiePairs(header).flatMap(({ name, value }) => (isSession(name) && value !== undefined ? [value] : []));

  return {
    /** Returns an upstream's cookies in a header, unchanged and in order; undefined if there are none. */
    forUpstream: (header: string | undefined, upstream: Upstream) => {
      const owns = owners[upstream];
      return owns && filterPairs(header, owns);
    },
    /** Returns the session cookie in a header, name and value; undefined if there is none. */
    session: (header: string | undefined) => filterPairs(header, isSession),
    /** Returns the cookies of Hydra's login session in a header; undefined if there are none. */
    hydraSession: (header: string | undefined) =>
      filterPairs(header, (name) => name.replace(prefix, '').startsWith('ory_hydra_session')),
    /** Returns the values of all session cookies in a header. */
    sessionValues,
    /** Whether a `Set-Cookie` line hands over a session; one with an empty value deletes it. */
    setsSession: (line: string) => sessionValues(cookiePair(line)).some((value) => value !== ''),
    /** Returns the names of the provider's cookies that occur more than once, and the header without them. */
    doubled: (header: string): { names: string[]; remaining: string | undefined } => {
      const names = cookiePairs(header)
        .map(({ name }) => name)
        .filter((name) => isKratos(name) || isHydra(name));
      const counts = new Map<string, number>();
      for (const name of names) counts.set(bareName(name), (counts.get(bareName(name)) ?? 0) + 1);
      const repeated = new Set(names.filter((name) => (counts.get(bareName(name)) ?? 0) > 1));
      if (repeated.size === 0) return { names: [], remaining: header };
      return { names: [...repeated], remaining: filterPairs(header, (name) => !repeated.has(name)) };
    },
  };
}

/** Finds the provider's cookies in a Cookie header. */
export type ProviderCookies = ReturnType<typeof providerCookies>;
