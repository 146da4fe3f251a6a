import { createHmac, hash } from 'node:crypto';
import { clientNetwork } from '../../http/clientAddress.ts';

/** Makes the key under which something is counted or remembered, so that memory holds no plain addresses or codes. */
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
 * The key of a client address. What pages of other sites make its browsers do has a key of its own, so that it uses up
 * nothing of what the people there may do themselves.
 */
export const addressKey = (keyOf: KeyOf, address: string | undefined, isFromOtherSite = false): string =>
  keyOf(isFromOtherSite ? 'otherSites' : 'address', clientNetwork(address));
