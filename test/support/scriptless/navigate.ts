import type { CookieJar } from 'jsdom';
import { exchange, type Answer } from './exchange.ts';

/** As many redirects as Chromium follows. */
const mostHops = 20;

/** Whether browsers keep a cookie: its name and value have at most 4096 bytes (RFC 6265bis, section 5.6). */
const isShortEnough = (line: string): boolean =>
  Buffer.byteLength(line.replace(/;.*/s, '').replace('=', '')) <= 4096;

/** A page that starts a navigation. */
export interface Initiator {
  url: URL;
  /** Its `Referrer-Policy`. */
  referrerPolicy: string;
}

/** A navigation, by a link, a form or the address bar. */
export interface Navigation {
  url: URL;
  method: 'GET' | 'POST';
  /** The encoded form. */
  body?: string;
  /** None for an address that is typed. */
  initiator?: Initiator;
  /** Whether it leads to a frame of the page. */
  isFramed?: boolean;
}

/** Where a navigation has led. */
export interface Arrival extends Answer {
  url: URL;
  method: 'GET' | 'POST';
}

/** A browser's cookies and language, which it sends with each request. */
export interface Profile {
  jar: CookieJar;
  language: string;
}

const isSameSite = (one: URL, other: URL): boolean => one.hostname === other.hostname;

/** How an address relates to the page that leads there: `Sec-Fetch-Site`, section 2.3 of Fetch Metadata. */
function siteOf(chain: URL[], initiator: Initiator | undefined): string {
  if (!initiator) return 'none';
  if (chain.every(({ origin }) => origin === initiator.url.origin)) return 'same-origin';
  return chain.every((url) => isSameSite(url, initiator.url)) ? 'same-site' : 'cross-site';
}

/** Returns the headers that describe the page that causes a request. */
function originHeaders(chain: URL[], method: string, initiator: Initiator): Record<string, string> {
  const isSameOrigin = chain.every(({ origin }) => origin === initiator.url.origin);
  const isSecret = /^(?:same-origin|no-referrer)$/.test(initiator.referrerPolicy);
  const sendsReferrer = isSameOrigin || !isSecret;
  const { href, origin } = initiator.url;
  return {
    ...(sendsReferrer && { referer: isSameOrigin ? href.replace(/#.*/, '') : `${origin}/` }),
    ...(method === 'POST' && { origin: sendsReferrer ? origin : 'null' }),
  };
}

/** The cookies for a request: those with SameSite stay at home when another site causes it. */
function cookiesFor({ jar }: Profile, { url, method, initiator, isFramed }: Navigation): string {
  const isOwn = !initiator || isSameSite(url, initiator.url);
  const elsewhere = method === 'GET' && !isFramed ? 'lax' : 'none';
  return jar.getCookieStringSync(url.href, { sameSiteContext: isOwn ? 'strict' : elsewhere });
}

/** A Chromium's headers for a navigation. */
function headersFor(profile: Profile, chain: URL[], navigation: Navigation) {
  const { method, body, initiator, isFramed } = navigation;
  const cookie = cookiesFor(profile, navigation);
  return {
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-language': profile.language,
    'user-agent':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'upgrade-insecure-requests': '1',
    'sec-fetch-site': siteOf(chain, initiator),
    'sec-fetch-mode': 'navigate',
    ...(!isFramed && { 'sec-fetch-user': '?1' }),
    'sec-fetch-dest': isFramed ? 'iframe' : 'document',
    ...(initiator && originHeaders(chain, method, initiator)),
    ...(cookie && { cookie }),
    ...(body !== undefined && {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(body)),
    }),
  };
}

/** The request that a redirect asks for: 307 and 308 repeat the form, the others ask with GET. */
function redirected(navigation: Navigation, { status, headers }: Answer): Navigation | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) return undefined;
  const url = new URL(headers.location, navigation.url);
  url.hash ||= navigation.url.hash;
  return status === 307 || status === 308
    ? { ...navigation, url }
    : { ...navigation, url, method: 'GET', body: undefined };
}

/**
 * Navigates as a browser does: with its cookies, and through redirects, also to other origins.
 *
 * @throws Error when a server does not answer, or redirects without end
 */
export async function navigate(profile: Profile, first: Navigation): Promise<Arrival> {
  const chain: URL[] = [];
  let navigation: Navigation | undefined = first;
  while (chain.length <= mostHops) {
    const { url, method, body } = navigation;
    chain.push(url);
    const answer = await exchange({ url, method, body, headers: headersFor(profile, chain, navigation) });
    for (const line of answer.headers['set-cookie']?.filter(isShortEnough) ?? [])
      profile.jar.setCookieSync(line, url.href, { ignoreError: true });
    const next = redirected(navigation, answer);
    if (!next) return { ...answer, url, method };
    navigation = next;
  }
  throw new Error(`too many redirects: ${chain.join(' → ')}`);
}
