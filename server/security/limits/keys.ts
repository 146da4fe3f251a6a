import { createHmac, hash } from 'node:crypto';
import { clientNetwork } from '../../http/clientAddress.ts';

/**
 * Creates the key under which something is counted or remembered, so that memory contains no plain addresses or
 * codes.
 */
export type KeyOf = (kind: string, ...parts: string[]) => string;

/**
 * Hashes with the secret as prefix, the same in every replica with the same secret. The hashes are truncated and never
 * leave the process, so length extension is no risk; an HMAC would cost forty times as much, on every page.
 *
 * @param secret COOKIE_SECRET
 */
export function keysWith(secret: string): KeyOf {
  const own = createHmac('sha256', secret).update('rate limits').digest('base64url');
  return (kind, ...parts) => hash('sha256', [own, kind, ...parts].join('\0'), 'base64url').slice(0, 22);
}

/**
 * Returns the key of a client address. Requests caused by pages of other sites have a separate key, so that they do
 * not use up the limits of the people at that address.
 */
export const addressKey = (keyOf: KeyOf, address: string | undefined, isFromOtherSite = false): string =>
  keyOf(isFromOtherSite ? 'otherSites' : 'address', clientNetwork(address));
