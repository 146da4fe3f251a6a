import type { Upstream } from '../operations/operation.ts';
import { trimmed } from './trimmed.ts';

/** What the name of a cookie may begin with, that browsers then accept on stricter terms only (RFC 6265bis, 4.1.3). */
const prefix = /^__(?:Host|Secure)-/;

/** What a Cookie header says of the provider's cookies. */
export interface ProviderCookies {
  /**
   * The part of a Cookie header that belongs to an upstream, its text unchanged.
   *
   * @returns the pairs that the upstream set, in their order, or undefined where there is none
   */
  own: (header: string | undefined, upstream: Upstream) => string | undefined;
  /** The session cookie that a header holds, name and value; undefined where there is none. */
  session: (header: string | undefined) => string | undefined;
  /** The values of all session cookies that a header holds. */
  sessionValues: (header: string | undefined) => string[];
  /** The names of the provider's cookies that a header holds more than once, and the header without any of those. */
  doubled: (header: string) => { names: string[]; rest: string | undefined };
}

/**
 * A pair without the blanks around it. Blanks and tabs are all that providers cut off: to cut off other spaces would make
 * a cookie of one name into one of another.
 */
const bareText = (text: string): string =>
  trimmed(text, (character) => character === ' ' || character === '\t');

const pairsOf = (header: string): string[] => header.split(';').map(bareText);

function nameOf(pair: string): string {
  const at = pair.indexOf('=');
  return at < 0 ? pair : bareText(pair.slice(0, at));
}

/**
 * Knows which cookies are the provider's.
 *
 * @param sessionName the session cookie's name: SESSION_COOKIE_NAME. One without a prefix is recognised with `__Host-` or
 *   `__Secure-` as well; of one with a prefix the bare name is another cookie, which anybody could set
 */
export function providerCookies(sessionName: string): ProviderCookies {
  const bare = (name: string): string => (prefix.test(sessionName) ? name : name.replace(prefix, ''));
  const isSession = (name: string): boolean =>
    bare(name) === sessionName || name.replace(prefix, '').startsWith('ory_session_');
  const isKratos = (name: string): boolean =>
    isSession(name) || /^(?:ory_kratos_|csrf_token_)/.test(name.replace(prefix, ''));
  const isHydra = (name: string): boolean => name.replace(prefix, '').startsWith('ory_hydra_');
  const owners: Partial<Record<Upstream, (name: string) => boolean>> = {
    kratosPublic: isKratos,
    hydraPublic: isHydra,
  };
  const chosen = (header: string | undefined, isWanted: (name: string) => boolean): string | undefined => {
    const kept = pairsOf(header ?? '').filter((pair) => isWanted(nameOf(pair)));
    return kept.length > 0 ? kept.join('; ') : undefined;
  };

  return {
    own: (header, upstream) => {
      const owns = owners[upstream];
      return owns && chosen(header, owns);
    },
    session: (header) => chosen(header, isSession),
    sessionValues: (header) =>
      pairsOf(header ?? '')
        .filter((pair) => pair.includes('=') && isSession(nameOf(pair)))
        .map((pair) => bareText(pair.slice(pair.indexOf('=') + 1))),
    doubled: (header) => {
      const names = pairsOf(header)
        .map(nameOf)
        .filter((name) => isKratos(name) || isHydra(name));
      const counts = new Map<string, number>();
      for (const name of names) counts.set(bare(name), (counts.get(bare(name)) ?? 0) + 1);
      const twice = new Set(names.filter((name) => (counts.get(bare(name)) ?? 0) > 1));
      if (twice.size === 0) return { names: [], rest: header };
      return { names: [...twice], rest: chosen(header, (name) => !twice.has(name)) };
    },
  };
}
