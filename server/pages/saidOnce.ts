import { ownCookie } from '../security/ownCookie.ts';

/** A notice for the browser that has just done something: a link, which anybody can send, must not be able to show it. */
export interface SaidOnce {
  /** Whether it is to be said. @param header a Cookie header */
  isIn: (header: string | undefined, portalUrl: string) => boolean;
  /** The `Set-Cookie` that says it on the next page. @param portalUrl the portal's own origin */
  now: (portalUrl: string) => string;
  /** The `Set-Cookie` that forgets it. */
  forgotten: (portalUrl: string) => string;
}

const maxAgeSeconds = 60;

/** Creates the notice's cookie; it lasts for a minute. */
export function saidOnce(name: string): SaidOnce {
  const cookie = ownCookie(name, maxAgeSeconds);
  return {
    isIn: (header, portalUrl) => cookie.read(header, portalUrl) === '1',
    now: (portalUrl) => cookie.keep('1', portalUrl),
    forgotten: cookie.expired,
  };
}
