import * as z from 'zod';
import { createSealedCookie, type SealedCookieOptions } from './sealedCookie.ts';

/** The account with an unproved address whose credential a browser has presented. */
export interface PresentedCredential {
  /** The account's id, if it is known. */
  account?: string | undefined;
  /** The verification flow that the provider opened then. */
  flow?: string | undefined;
}

/** Remembers for a while that this browser presented the credential of an account whose address must be verified. */
export interface SignUpCookie {
  /** Returns the `Set-Cookie` that remembers it. */
  keep: (presented: PresentedCredential) => string | undefined;
  /** Reads it from a Cookie header; undefined if there is none. */
  read: (header: string | undefined) => PresentedCredential | undefined;
  /** The `Set-Cookie` that deletes the cookie. */
  expired: string;
}

/** The default lifetime of a verification flow. */
const maxAgeSeconds = 60 * 60;

const content = z.object({ account: z.string().optional(), flow: z.string().optional() });

/**
 * Creates the cookie. It is sealed: a forged one would let a stranger's password survive the proof of the address.
 */
export function createSignUpCookie(secrets: Pick<SealedCookieOptions, 'secret' | 'portalUrl'>): SignUpCookie {
  const cookie = createSealedCookie({
    ...secrets,
    name: 'portal_sign_up',
    maxAgeSeconds,
    purpose: 'sign-up',
  });
  return {
    keep: (presented) => cookie.keep(JSON.stringify(presented)),
    read: (header) => {
      const text = cookie.read(header);
      return text ? content.safeParse(JSON.parse(text)).data : undefined;
    },
    expired: cookie.expired,
  };
}
