import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Whether a field's value is kept: only the profile's, because all other sections ask for secrets. */
export const isKept = (name: string): boolean => name.startsWith('traits.');

/** The fields of a form in their order, by name; several may share one. */
export type TypedFields = [name: string, value: string][];

/** Keeps what was typed into a form in an encrypted cookie while its user signs in again. */
export interface TypedFieldsCookie {
  /**
   * The `Set-Cookie` that keeps fields.
   *
   * @param flow the id of the form's flow
   * @returns undefined if they are too long for a cookie
   */
  keep: (flow: string, fields: TypedFields) => string | undefined;
  /**
   * Reads a flow's fields from a Cookie header.
   *
   * @returns undefined if there are none, or they belong to another flow
   */
  read: (header: string | undefined, flow: string) => TypedFields | undefined;
  /** Whether a Cookie header holds fields of any flow. */
  isIn: (header: string | undefined) => boolean;
  /** The `Set-Cookie` that deletes the cookie. */
  expired: string;
}

export interface TypedFieldsOptions {
  /** At least 32 characters, the same on every replica. */
  secret: string;
  /** Whether the portal is on https. */
  secure: boolean;
}

const cookieName = 'portal_typed';
const maxAgeSeconds = 15 * 60;
/** Browsers store cookies up to 4,096 bytes, including name and attributes (RFC 6265, section 6.1). */
const maxValueLength = 3500;
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

const cookiePattern = new RegExp(`(?:^|;)\\s*${cookieName}=([\\w-]+)`);

/**
 * Creates the cookie for typed fields: encrypted with AES-256-GCM (NIST SP 800-38D) under its own key, which HKDF (RFC
 * 5869) derives from the secret, with the flow's id as additional authenticated data.
 */
export function createTypedFieldsCookie({ secret, secure }: TypedFieldsOptions): TypedFieldsCookie {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'typed fields', 32));
  const setCookie = (value: string, seconds: number): string =>
    `${cookieName}=${value}; Path=/settings; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

  const seal = (text: string, flow: string): string => {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(flow));
    const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  };

  const open = (value: string, flow: string): string | undefined => {
    const bytes = Buffer.from(value, 'base64url');
    const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
    if (tag.length < tagBytes) return undefined;
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(flow))
      .setAuthTag(tag);
    try {
      const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
      return Buffer.concat([text, decipher.final()]).toString();
    } catch {
      return undefined;
    }
  };

  return {
    keep: (flow, fields) => {
      const value = seal(JSON.stringify(fields), flow);
      return value.length > maxValueLength ? undefined : setCookie(value, maxAgeSeconds);
    },
    read: (header = '', flow) => {
      const [, value] = cookiePattern.exec(header) ?? [];
      const text = value && open(value, flow);
      return text ? (JSON.parse(text) as TypedFields) : undefined;
    },
    isIn: (header = '') => cookiePattern.test(header),
    expired: setCookie('', 0),
  };
}
