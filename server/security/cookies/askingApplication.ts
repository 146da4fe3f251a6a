import type { Application } from '../../../shared/page.ts';
import { createSealedCookie, type SealedCookieOptions } from './sealedCookie.ts';

/** Remembers for a while which application asked for the sign-in, so that later pages can lead back to it. */
export interface AskingApplication {
  /** The `Set-Cookie` that keeps the application; undefined if its request is too long for a cookie. */
  keep: (application: Application) => string | undefined;
  /** Reads the application from a Cookie header. */
  read: (header: string | undefined) => Application | undefined;
}

/** Twice the lifetime of Hydra's challenges (`ttl.login_consent_request`): it is needed after they have expired. */
const maxAgeSeconds = 2 * 60 * 60;

/**
 * Creates the cookie. It is sealed, because the application's request contains its `state`, and because error pages link
 * to its URL.
 */
export function createAskingApplication(
  secrets: Pick<SealedCookieOptions, 'secret' | 'portalUrl'>,
): AskingApplication {
  const cookie = createSealedCookie({
    ...secrets,
    name: 'portal_application',
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
