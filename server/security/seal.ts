import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

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
 * Seals texts that others keep and can neither read nor change: encrypted with AES-256-GCM (NIST SP 800-38D) under a key of
 * their own, which HKDF (RFC 5869) derives from the secret, with the context as additional authenticated data. They contain the
 * time, so that the server itself refuses one that has expired.
 *
 * @param secret at least 32 characters, the same on every replica
 * @param purpose the key is derived from it, so that nothing sealed for another one can take its place
 */
export function createSeal(secret: string, purpose: string, maxAgeSeconds: number) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return {
    /** Returns a text, sealed for a context, in letters, digits, `-` and `_`. */
    seal: (text: string, context = ''): string => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(stamped(text)), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    /** Returns the text that was sealed; undefined for anything else, another context, or one that has expired. */
    open: (value: string, context = ''): string | undefined => {
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
    },
  };
}
