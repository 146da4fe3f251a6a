import { createSeal } from '../seal.ts';
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
/**
 * Creates a cookie that keeps a text in the browser, which can neither read nor change it.
 *
 * @param purpose its key is derived from it, so that no other cookie's value can take its place
 */
export function createSealedCookie(
  { secret, portalUrl }: CookieSecrets,
  name: string,
  purpose: string,
  maxAgeSeconds: number,
) {
  const { seal, open } = createSeal(secret, purpose, maxAgeSeconds);
  const cookie = ownCookie(name, maxAgeSeconds);

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
