import { createHmac, hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { clientNetwork } from '../../http/clientAddress.ts';
import type { ProviderCookies } from '../cookies/providerCookies.ts';
import type { Limiter } from './limiter.ts';
import type { MakeStore } from './stores.ts';

/** The parts of which the limits consist. */
export interface LimitParts {
  keyOf: KeyOf;
  cookies: ProviderCookies;
  makeStore: MakeStore;
  limiter: Limiter;
}

/** Whose call is counted. */
export interface CallSource {
  headers: IncomingHttpHeaders;
  /** The client's address. */
  address: string | undefined;
  /** Whether a page of another site caused it. */
  isFromOtherSite?: boolean | undefined;
}

/** The provider's answer to a form, with its decoded body if this kind of form can sign somebody in. */
export interface SettledAnswer {
  statusCode?: number | undefined;
  headers: IncomingHttpHeaders;
  body?: Buffer;
}

/**
 * Call it with the provider's answer before forwarding it; with undefined if there was none, or with `unsent` if the
 * provider was not asked. It never rejects: hits that a store fails to undo stay counted, and facts that it fails to
 * remember are unknown to later forms.
 */
export type Settle = (answer: SettledAnswer | 'unsent' | undefined) => Promise<void>;

/** Creates the key under which something is counted or remembered: memory contains no plain addresses or codes. */
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

/** Returns the key of a client address; requests caused by pages of other sites have one of their own. */
export const addressKey = (keyOf: KeyOf, address: string | undefined, isFromOtherSite = false): string =>
  keyOf(isFromOtherSite ? 'otherSites' : 'address', clientNetwork(address));
