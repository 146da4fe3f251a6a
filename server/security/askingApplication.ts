import type { Application } from '../../shared/page.ts';
import { createSealedCookie, type SealedCookieOptions } from './sealedCookie.ts';

/** Remembers for a while which application asked for the sign-in, so that an error page can lead back to it. */
export interface AskingApplication {
  /** The `Set-Cookie` that keeps the application; undefined if its request is too long for a cookie. */
  keep: (application: Application) => string | undefined;
  /** The application in a Cookie header. */
  read: (header: string | undefined) => Application | undefined;
}

/** Longer than Hydra's challenges last (`ttl.login_consent_request`: 30 minutes). */
const maxAgeSeconds = 60 * 60;

/**
 * Creates the cookie. It is sealed: the request has the application's state, and its address is what an error page
 * links to.
 */
export function createAskingApplication(
  secrets: Pick<SealedCookieOptions, 'secret' | 'secure'>,
): AskingApplication {
  const cookie = createSealedCookie({
    ...secrets,
    name: 'portal_application',
    path: '/',
    maxAgeSeconds,
    purpose: 'asking application',
  });
  return {
    keep: (application) => cookie.keep(JSON.stringify(application)),
    read: (header) => {
      const text = cookie.read(header);
      return text ? (JSON.parse(text) as Application) : undefined;
    },
  };
}
