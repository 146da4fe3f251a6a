import type { Loader } from '../pages/loader.ts';
import { createSealedCookie, type CookieSecrets } from '../security/cookies/sealedCookie.ts';

/** Continues at an application once Hydra's session has ended: Hydra then always redirects to the sign-in page. */
export interface AfterLogout {
  /** The `Set-Cookie` that makes the sign-in page continue at a URL. */
  keep: (url: string) => string | undefined;
  /** Wraps the loader of the sign-in page. */
  continueAt: (load: Loader) => Loader;
}

/** Creates the cookie. It is sealed, because it leads to another site. */
export function createAfterLogout(secrets: CookieSecrets): AfterLogout {
  const cookie = createSealedCookie(secrets, 'portal_after_logout', 'after logout', 60);
  return {
    keep: (url) => cookie.keep(url),
    continueAt: (load) => async (visit) => {
      const url = visit.query.has('login_challenge') ? undefined : cookie.read(visit.cookie);
      return url === undefined ? load(visit) : { redirect: url, setCookie: [cookie.expired] };
    },
  };
}
