import type { IncomingHttpHeaders } from 'node:http';

/** Whether a cookie of this name holds a session of the provider. */
export type IsSessionCookie = (name: string) => boolean;

/** More sessions in one request than anybody has. */
const mostSessions = 4;

const namedPair = (pair: string): [string, string] => {
  const at = pair.indexOf('=');
  return at < 0 ? ['', pair] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
};

/** A cookie's value in the one form that all texts have which decode to the same bytes. */
const canonical = (value: string): string =>
  Buffer.from(value.replace(/^"|"$/g, ''), 'base64url').toString('base64url');

/** The sessions that a request names, by any of the means that the provider knows. */
export function sessionsIn(headers: IncomingHttpHeaders, isSessionCookie: IsSessionCookie): string[] {
  const token = headers['x-session-token'];
  const bearer = /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];
  const cookies = (headers.cookie ?? '')
    .split(';')
    .map(namedPair)
    .filter(([name]) => isSessionCookie(name))
    .map(([, value]) => canonical(value));
  const found = [token, bearer, ...cookies].filter((one) => typeof one === 'string' && one !== '');
  return [...new Set(found as string[])].slice(0, mostSessions);
}

/** The sessions that an answer gives to a browser. */
export function sessionsGiven(headers: IncomingHttpHeaders, isSessionCookie: IsSessionCookie): string[] {
  return (headers['set-cookie'] ?? [])
    .map((line) => namedPair(line.split(';', 1)[0] ?? ''))
    .filter(([name, value]) => isSessionCookie(name) && value !== '')
    .map(([, value]) => canonical(value));
}
