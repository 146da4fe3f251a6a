import { createHash } from 'node:crypto';
import { cookiePairs } from '../security/cookies/cookieHeaders.ts';
import { expireWithinReach } from '../security/cookies/dropDoubledCookies.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import { logoutPath } from './logoutTarget.ts';
import { createSealedCookie, type CookieSecrets } from '../security/cookies/sealedCookie.ts';

/** Continues a logout at Hydra that the user has confirmed at the portal. */
export interface HydraSession {
  /**
   * Returns the URL at which Hydra ends its own session, with the cookie that says that the user has confirmed;
   * undefined without a session.
   */
  logout: (cookie: string | undefined) => { redirect: string; setCookie: string } | undefined;
  /** Whether the user has just confirmed the logout of this browser's Hydra session. */
  isConfirmed: (cookie: string | undefined) => boolean;
  /** The `Set-Cookie` that deletes the confirmation, which counts only once. */
  forget: string;
}

/**
 * Returns the `Set-Cookie` lines with which a browser leaves its session at Hydra; empty if it has none. Hydra is not told: it
 * would also end the session at Kratos, and a challenge does not say whether the session is this browser's.
 */
export const leaveHydra = (
  header: string | undefined,
  { cookies, portalUrl }: { cookies: ProviderCookies; portalUrl: string },
): string[] => {
  const session = cookies.hydraSession(header);
  const names = session === undefined ? [] : cookiePairs(session).map(({ name }) => name);
  return expireWithinReach(names, ['/'], portalUrl);
};

/** Long enough for one redirect to Hydra and back. */
const maxAgeSeconds = 60;

/** Hashes Hydra's session cookies in a header; undefined if there is none. */
function sessionHash(cookies: ProviderCookies, header: string | undefined): string | undefined {
  const session = cookies.hydraSession(header);
  return session && createHash('sha256').update(session).digest('base64url');
}

/**
 * Creates the confirmation's cookie. It is sealed for Hydra's session in this browser, so that neither another site nor
 * another browser's cookie can stand for the user's Yes.
 *
 * @param cookies knows Hydra's cookies
 */
export function createHydraSession({
  cookies,
  ...secrets
}: CookieSecrets & { cookies: ProviderCookies }): HydraSession {
  const confirmation = createSealedCookie(secrets, 'portal_logout', 'confirmed logout', maxAgeSeconds);
  return {
    logout: (header) => {
      const session = sessionHash(cookies, header);
      const setCookie = session && confirmation.keep('confirmed', session);
      return setCookie ? { redirect: logoutPath, setCookie } : undefined;
    },
    isConfirmed: (header) => {
      const session = sessionHash(cookies, header);
      return session !== undefined && confirmation.read(header, session) === 'confirmed';
    },
    forget: confirmation.expired,
  };
}
