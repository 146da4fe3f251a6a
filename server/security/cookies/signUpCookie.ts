import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { cookiePairs, readCookie } from './cookieHeaders.ts';
import { createSealedValue, type CookieSecrets } from './sealedCookie.ts';

/** A sign-up, as its browser remembers it: which one it was, and the verification that the provider opened with it. */
interface SignUp {
  /** The hash under which the account's trust record has it. */
  hash: string;
  /** The id of the verification flow. */
  flow: string;
  /** The social account that signed up, such as `oidc.google`. */
  method?: string | undefined;
  /** The id of the flow whose form signed up. */
  form?: string | undefined;
  /** The address that was typed. */
  address?: string | undefined;
  /** Whether this browser has verified that address itself, in whatever verification. */
  isVerifiedHere?: boolean | undefined;
}

/** Longer than a verification flow lasts. */
const maxAgeSeconds = 24 * 60 * 60;

/** The cookie that the gateway adds to a sign-up's form for the provider, which passes it to its web hooks. */
const idName = 'portal_sign_up_id';

const hashOf = (id: string): string => createHash('sha256').update(id).digest('base64url');

/** Makes a sign-up's id, which nobody can guess. */
export const createSignUpId = (): string => randomBytes(24).toString('base64url');

/** Returns a Cookie header with a sign-up's id in place of any that the browser sent. */
export const withSignUpId = (header: string, id: string): string =>
  [...cookiePairs(header).filter(({ name }) => name !== idName), { text: `${idName}=${id}` }]
    .map(({ text }) => text)
    .join('; ');

/** Returns the hash of the id in a Cookie header that the gateway has sent; undefined if there is none. */
export function signUpHash(header: string): string | undefined {
  const id = readCookie(header, idName);
  return id === undefined || id === '' ? undefined : hashOf(id);
}

const content = z.object({
  id: z.string(),
  flow: z.string(),
  method: z.string().optional(),
  form: z.string().optional(),
  address: z.string().optional(),
  isVerifiedHere: z.boolean().optional(),
});

/**
 * Creates the cookie that tells the browser of a sign-up, and its verification, from all others. It is sealed: a forged one
 * would confirm a stranger's password.
 */
export function createSignUpCookie(secrets: CookieSecrets) {
  const cookie = createSealedValue<unknown>(secrets, 'portal_sign_up', 'sign-up', maxAgeSeconds);
  return {
    /** Returns the `Set-Cookie` of a sign-up by the id that the provider got with its form; undefined if it is too long. */
    keep: (id: string, signUp: Omit<SignUp, 'hash'>) => cookie.keep({ id, ...signUp }),
    /** Reads it from a Cookie header; undefined if there is none. */
    read: (header: string | undefined): SignUp | undefined => {
      const { data } = content.safeParse(cookie.read(header));
      if (!data) return undefined;
      const { id, ...signUp } = data;
      return { hash: hashOf(id), ...signUp };
    },
    /** Returns the `Set-Cookie` that notes that this browser has verified the address; undefined if there is no sign-up. */
    verifiedHere: (header: string | undefined) => {
      const { data } = content.safeParse(cookie.read(header));
      return data && cookie.keep({ ...data, isVerifiedHere: true });
    },
    forget: cookie.forget,
    expired: cookie.expired,
  };
}
