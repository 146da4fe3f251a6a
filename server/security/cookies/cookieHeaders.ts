import { trimmed } from '../../../shared/trimmed.ts';

/** One cookie of a Cookie header. */
export interface CookiePair {
  name: string;
  /** Undefined without an equals sign. */
  value: string | undefined;
  /** The pair as it stands in the header. */
  text: string;
}

/** Trims blanks and tabs, as providers do. Trimming other white space could turn one cookie's name into another's. */
const trimBlanks = (text: string): string =>
  trimmed(text, (character) => character === ' ' || character === '\t');

const parsePairs = (header: string): CookiePair[] =>
  header.split(';').map((part) => {
    const text = trimBlanks(part);
    const at = text.indexOf('=');
    return at < 0
      ? { name: text, value: undefined, text }
      : { name: trimBlanks(text.slice(0, at)), value: trimBlanks(text.slice(at + 1)), text };
  });

/** The header parsed last: a page looks for some twenty cookies in the same one. */
let latest: { header: string; pairs: readonly CookiePair[] } = { header: '', pairs: parsePairs('') };

/** Parses a Cookie header (RFC 6265, section 4.2). */
export function cookiePairs(header = ''): readonly CookiePair[] {
  if (header !== latest.header) latest = { header, pairs: parsePairs(header) };
  return latest.pairs;
}

/** Reads a cookie's value from a Cookie header; undefined if there is none. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  cookiePairs(header).find((pair) => pair.name === name && pair.value !== undefined)?.value;

/** The attributes of a cookie that the portal sets or deletes. */
export interface CookieAttributes {
  path: string;
  /** Hosts below it get the cookie as well; without it, only the portal's own host does. */
  domain?: string | undefined;
  /** How long browsers keep it, in seconds; 0 deletes it. By default, until they are closed. */
  maxAge?: number | undefined;
  httpOnly?: boolean;
  sameSite?: 'Lax' | 'Strict';
  secure: boolean;
}

/** Returns the `Set-Cookie` line of a cookie (RFC 6265, section 4.1). */
export function cookieLine(name: string, value: string, attributes: CookieAttributes): string {
  const { path, domain, maxAge, httpOnly, sameSite, secure } = attributes;
  return [
    `${name}=${value}`,
    `Path=${path}`,
    ...(domain === undefined ? [] : [`Domain=${domain}`]),
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(sameSite ? [`SameSite=${sameSite}`] : []),
    ...(secure ? ['Secure'] : []),
  ].join('; ');
}

/** Returns the name and value of a `Set-Cookie` line, in the format of a `Cookie` header. */
export const cookiePair = (line: string): string => line.split(';', 1)[0] ?? '';

/** Whether a `Set-Cookie` line has the attribute `Secure` (RFC 6265, section 5.2.5). */
export const isSecure = (line: string): boolean =>
  line
    .split(';')
    .slice(1)
    .some((attribute) => /^\s*secure\s*(?:=|$)/i.test(attribute));

/** Adds `Secure` to a `Set-Cookie` line that lacks it. */
export const withSecure = (line: string): string => (isSecure(line) ? line : `${line}; Secure`);
