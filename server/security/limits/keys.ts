import { createHmac, hash } from 'node:crypto';
import { clientNetwork } from '../../http/clientAddress.ts';

/** Makes the key under which something is counted or remembered: no address and no code stands in memory itself. */
export type KeyOf = (kind: string, ...parts: string[]) => string;

/**
 * Hashes that start with the secret, the same in every replica with the same secret. They stay inside and are cut short, so
 * there is nothing to extend; an HMAC says no more and costs forty times as much, which every page would pay.
 *
 * @param secret COOKIE_SECRET
 */
export function keysWith(secret: string): KeyOf {
  const own = createHmac('sha256', secret).update('rate limits').digest('base64url');
  return (kind, ...parts) => hash('sha256', [own, kind, ...parts].join('\0'), 'base64url').slice(0, 22);
}

/** What one client address is counted as. */
export const addressKey = (keyOf: KeyOf, address: string | undefined): string =>
  keyOf('address', clientNetwork(address));
