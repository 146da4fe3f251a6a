import type { IncomingHttpHeaders } from 'node:http';
import { sessionToken } from '../../http/connectionHeaders.ts';
import type { ProviderCookies } from '../cookies/providerCookies.ts';
import { cookiePair } from '../cookies/cookieHeaders.ts';

/** Normalises a cookie's value, so that all encodings of the same bytes are equal. */
const canonical = (value: string): string =>
  Buffer.from(value.replace(/^"|"$/g, ''), 'base64url').toString('base64url');

const isNonEmpty = (value: string | undefined): value is string => value !== undefined && value !== '';

/** Returns the sessions that a request carries, in any way that the provider accepts. */
export function sessionsIn(headers: IncomingHttpHeaders, cookies: ProviderCookies): string[] {
  const bearer = /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];
  const values = cookies.sessionValues(headers.cookie).map(canonical);
  return [...new Set([sessionToken(headers), bearer, ...values].filter(isNonEmpty))];
}

/** Returns the sessions that an answer sets as cookies. */
export const newSessions = (headers: IncomingHttpHeaders, cookies: ProviderCookies): string[] =>
  (headers['set-cookie'] ?? [])
    .flatMap((line) => cookies.sessionValues(cookiePair(line)))
    .map(canonical)
    .filter(isNonEmpty);

/** Returns the session token that an app gets when it signs in; undefined if there is none. */
export const sessionTokenIn = (body: Buffer | undefined): string | undefined =>
  body && /"session_token"\s*:\s*"([^"\\]+)"/.exec(body.toString())?.[1];

/** Returns the sessions that an answer starts, as cookies or, to an app's sign-in, as a token. */
export const startedSessions = (
  { headers, body }: { headers: IncomingHttpHeaders; body?: Buffer },
  cookies: ProviderCookies,
): string[] => [...newSessions(headers, cookies), sessionTokenIn(body)].filter(isNonEmpty);
