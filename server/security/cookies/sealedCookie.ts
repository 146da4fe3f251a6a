import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { ownCookie } from './ownCookie.ts';

/** What all sealed cookies of a portal are made with. */
export interface CookieSecrets {
  /** At least 32 characters, the same on every replica. */
  secret: string;
  /** The portal's own origin. */
  portalUrl: string;
}

/** Browsers store cookies up to 4,096 bytes, including name and attributes (RFC 6265, section 6.1). */
const maxValueLength = 3500;
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Precedes the text with the time, in seconds since 1970: a browser may send a cookie for longer than it should. */
const stamped = (text: string): string => `${Math.floor(Date.now() / 1000)} ${text}`;

/** Returns the text of `stamped`; undefined if it is older than some seconds, or has no time. */
function freshText(sealed: string, maxAgeSeconds: number): string | undefined {
  const [, seconds, text] = /^(\d+) (.*)$/s.exec(sealed) ?? [];
  return Date.now() / 1000 - Number(seconds) <= maxAgeSeconds ? text : undefined;
}

/**
 * Creates a cookie that keeps a text in the browser, which can neither read nor change it: encrypted with AES-256-GCM (NIST
 * SP 800-38D) under its own key, which HKDF (RFC 5869) derives from the secret, with the context as additional authenticated
 * data. It contains the time, so that the server itself refuses one that has expired.
 *
 * @param purpose its key is derived from it, so that no other cookie's value can take its place
 */
export function createSealedCookie(
  { secret, portalUrl }: CookieSecrets,
  name: string,
  purpose: string,
  maxAgeSeconds: number,
) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  const cookie = ownCookie(name, maxAgeSeconds);

  const seal = (text: string, context: string): string => {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(stamped(text)), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  };

  const open = (value: string, context: string): string | undefined => {
    const bytes = Buffer.from(value, 'base64url');
    const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
    if (tag.length < tagBytes) return undefined;
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(context))
      .setAuthTag(tag);
    try {
      const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
      return freshText(Buffer.concat([text, decipher.final()]).toString(), maxAgeSeconds);
    } catch {
      return undefined;
    }
  };

  return {
    /** Returns the `Set-Cookie` that keeps a text, readable with the same context only; undefined if it is too long. */
    keep: (text: string, context = '') => {
      const value = seal(text, context);
      return value.length > maxValueLength ? undefined : cookie.keep(value, portalUrl);
    },
    /** Reads the text from a Cookie header; undefined for none, another context, or one that has expired. */
    read: (header: string | undefined, context = '') => {
      const value = cookie.read(header, portalUrl);
      return value === undefined ? undefined : open(value, context);
    },
    /** Returns the `Set-Cookie` that deletes a text of any context; undefined if a Cookie header has none. */
    forget: (header: string | undefined) =>
      cookie.read(header, portalUrl) === undefined ? undefined : cookie.expired(portalUrl),
    /** The `Set-Cookie` that deletes the cookie. */
    expired: cookie.expired(portalUrl),
  };
}

/** Creates a sealed cookie that keeps a value as JSON. */
export function createSealedValue<Value>(...of: Parameters<typeof createSealedCookie>) {
  const { keep, read, forget, expired } = createSealedCookie(...of);
  return {
    /** Returns the `Set-Cookie` that keeps a value; undefined if it is too long for a cookie. */
    keep: (value: Readonly<Value>, context?: string) => keep(JSON.stringify(value), context),
    /** Reads the value from a Cookie header; undefined if there is none, or it belongs to another context. */
    read: (header: string | undefined, context?: string) => {
      const text = read(header, context);
      return text ? (JSON.parse(text) as Value) : undefined;
    },
    forget,
    expired,
  };
}
