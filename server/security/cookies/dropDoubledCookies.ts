import { isIP } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import { isHttps } from '../../http/isHttps.ts';
import { splitTarget } from '../../http/requestHead.ts';
import { cookieLine } from './cookieHeaders.ts';
import { ownCookie } from './ownCookie.ts';
import type { ProviderCookies } from './providerCookies.ts';

/** How many path segments are tried as a cookie's Path; the portal's own paths have no more. */
const maxDepth = 3;

/** Returns the possible Path values of a cookie sent to this URL (RFC 6265, section 5.1.4). */
function pathsOf(url: string): string[] {
  const segments = splitTarget(url).path.split('/').filter(Boolean);
  const paths = ['/'];
  for (let depth = 1; depth <= Math.min(segments.length, maxDepth); depth += 1) {
    const path = `/${segments.slice(0, depth).join('/')}`;
    paths.push(path);
    if (depth < segments.length) paths.push(`${path}/`);
  }
  // a cookie's Path cannot contain a semicolon
  return paths.filter((path) => !path.includes(';'));
}

/** Returns the Domains that a cookie sent here may have: none, the host, its parents; browsers ignore public suffixes. */
function domainsOf(hostname: string): (string | undefined)[] {
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return [undefined];
  const labels = hostname.split('.');
  const parents = labels.slice(1, -1).map((_label, at) => labels.slice(at + 1).join('.'));
  return [undefined, hostname, ...parents];
}

/** Returns the `Set-Cookie` lines that expire cookies of the provider, for the given Paths and every Domain within reach. */
export const expireWithinReach = (names: string[], paths: string[], portalUrl: string): string[] => {
  const domains = domainsOf(new URL(portalUrl).hostname);
  const scopes = paths.flatMap((path) =>
    domains.map((domain) => ({ path, domain, maxAge: 0, secure: isHttps(portalUrl) })),
  );
  return names.flatMap((name) => scopes.map((scope) => cookieLine(name, '', scope)));
};

/** How many names one answer expires: more are not an accident, and would make it many times the request's size. */
const maxExpired = 8;

/** The cookie that carries the notice about doubled cookies to the next page, usually across a redirect. */
const noticeCookie = ownCookie('doubled_cookies', 60);

/** Whether the page must mention doubled cookies of this request or the last; once, as it clears the notice. */
export function takeDoubledCookiesNotice(
  { headers }: Request,
  response: Response,
  portalUrl: string,
): boolean {
  const hasNotice = noticeCookie.read(headers.cookie, portalUrl) !== undefined;
  if (!hasNotice && response.locals.doubledCookies !== true) return false;
  response.append('Set-Cookie', noticeCookie.expired(portalUrl));
  return true;
}

/**
 * Removes every provider cookie that a request contains twice: another host of the same site may have set one of
 * them, and there is no way to tell which, so neither is trusted. A browser with two session cookies counts as signed
 * out. The answer expires them for each Path and Domain within reach.
 */
export function dropDoubledCookies(cookies: ProviderCookies, portalUrl: string): RequestHandler {
  return (request, response, next) => {
    const { cookie } = request.headers;
    const { names, remaining } =
      cookie === undefined ? { names: [], remaining: cookie } : cookies.doubled(cookie);
    if (names.length > 0) {
      request.headers.cookie = remaining;
      response.locals.doubledCookies = true;
      const expired = expireWithinReach(names.slice(0, maxExpired), pathsOf(request.url), portalUrl);
      response.append('Set-Cookie', [...expired, noticeCookie.keep('1', portalUrl)]);
    }
    next();
  };
}
