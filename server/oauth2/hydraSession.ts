import { createHash } from 'node:crypto';
import { cookiePairs } from '../security/cookies/cookieHeaders.ts';
import { expireWithinReach } from '../security/cookies/dropDoubledCookies.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import { logoutPath } from './logoutTarget.ts';
import { type CookieSecrets, createSealedCookie } from '../security/cookies/sealedCookie.ts';
import type { Loader } from '../pages/loader.ts';

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
export function createHydraSession({ cookies, ...secrets }: CookieSecrets & { cookies: ProviderCookies }) {
  const confirmation = createSealedCookie(secrets, 'portal_logout', 'confirmed logout', maxAgeSeconds);
  return {
    /**
     * Returns the URL at which Hydra ends its own session, with the cookie that says that the user has confirmed; undefined
     * without a session.
     */
    logout: (header: string | undefined): { redirect: string; setCookie: string } | undefined => {
      const session = sessionHash(cookies, header);
      const setCookie = session && confirmation.keep('confirmed', session);
      return setCookie ? { redirect: logoutPath, setCookie } : undefined;
    },
    /** Whether the user has just confirmed the logout of this browser's Hydra session. */
    isConfirmed: (header: string | undefined): boolean => {
      const session = sessionHash(cookies, header);
      return session !== undefined && confirmation.read(header, session) === 'confirmed';
    },
    /** The `Set-Cookie` that deletes the confirmation, which counts only once. */
    forget: confirmation.expired,
  };
}

/** Continues a logout at Hydra that the user has confirmed at the portal. */
export type HydraSession = ReturnType<typeof createHydraSession>;

/** Creates the cookie. It is sealed, because it leads to another site. */
export function createAfterLogout(secrets: CookieSecrets) {
  const cookie = createSealedCookie(secrets, 'portal_after_logout', 'after logout', 60);
  return {
    /** Returns the `Set-Cookie` that makes the sign-in page continue at a URL. */
    keep: (url: string) => cookie.keep(url),
    /** Wraps the loader of the sign-in page. */
    continueAt:
      (load: Loader): Loader =>
      async (visit) => {
        const url = visit.query.has('login_challenge') ? undefined : cookie.read(visit.cookie);
        return url === undefined ? load(visit) : { redirect: url, setCookie: [cookie.expired] };
      },
  };
}

/** Continues at an application once Hydra's session has ended: Hydra then always redirects to the sign-in page. */
export type AfterLogout = ReturnType<typeof createAfterLogout>;
