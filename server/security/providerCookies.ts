import type { Upstream } from '../../shared/operations/operation.ts';

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
  /** Whether a cookie of this name is a session's. */
  isSession: (name: string) => boolean;
  /** The session cookie that a header holds, name and value; undefined where there is none. */
  session: (header: string | undefined) => string | undefined;
  /** The names of the provider's cookies that a header holds more than once, and the header without any of those. */
  doubled: (header: string) => { names: string[]; rest: string | undefined };
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/**
 * A pair without the blanks around it. Blanks and tabs are all that providers cut off: to cut off other spaces would make
 * a cookie of one name into one of another.
 */
function trimmed(pair: string): string {
  let [start, end] = [0, pair.length];
  while (start < end && isBlank(pair[start])) start += 1;
  while (end > start && isBlank(pair[end - 1])) end -= 1;
  return pair.slice(start, end);
}

const pairsOf = (header: string): string[] => header.split(';').map(trimmed);

function nameOf(pair: string): string {
  const at = pair.indexOf('=');
  return at < 0 ? pair : trimmed(pair.slice(0, at));
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
    isSession,
    own: (header, upstream) => {
      const owns = owners[upstream];
      return owns && chosen(header, owns);
    },
    session: (header) => chosen(header, isSession),
    doubled: (header) => {
      const names = pairsOf(header)
        .map(nameOf)
        .filter((name) => isKratos(name) || isHydra(name));
      const bares = names.map(bare);
      const twice = names.filter(
        (_name, at) => bares.indexOf(bares[at] ?? '') !== bares.lastIndexOf(bares[at] ?? ''),
      );
      if (twice.length === 0) return { names: twice, rest: header };
      return { names: [...new Set(twice)], rest: chosen(header, (name) => !twice.includes(name)) };
    },
  };
}
