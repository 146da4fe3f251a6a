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

/** Creates the function that reads a cookie's value from a Cookie header; undefined if there is none. */
export function cookieReader(name: string): (header: string | undefined) => string | undefined {
  const pattern = new RegExp(`(?:^|;)[ \\t]*${name}=([^;]*)`);
  return (header = '') => pattern.exec(header)?.[1];
}

/** Returns the name and value of a `Set-Cookie` line, in the format of a `Cookie` header. */
export const cookiePair = (line: string): string => line.split(';', 1)[0] ?? '';

/** Adds `Secure` to a `Set-Cookie` line that lacks it (RFC 6265, section 5.2.5). */
export function withSecure(line: string): string {
  const [, ...attributes] = line.split(';');
  return attributes.some((attribute) => /^\s*secure\s*(?:=|$)/i.test(attribute)) ? line : `${line}; Secure`;
}
