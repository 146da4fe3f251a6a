/** A cookie that says something to the browser that has just done it: a link, which anybody can send, could say so as well. */
export interface SaidOnce {
  /** Whether it is to be said. @param header a Cookie header */
  isIn: (header: string | undefined) => boolean;
  /** The `Set-Cookie` that says it on the next page. @param portalUrl the portal's own origin */
  now: (portalUrl: string) => string;
  /** The `Set-Cookie` that forgets it. */
  forgotten: string;
}

const maxAgeSeconds = 60;

/**
 * Creates the cookie; it lasts for a minute.
 *
 * @param name the cookie's
 * @param path of the page that says it
 */
export function saidOnce(name: string, path: string): SaidOnce {
  const pattern = new RegExp(`(?:^|;)\\s*${name}=1(?:;|$)`);
  const attributes = `Path=${path}; HttpOnly; SameSite=Lax`;
  return {
    isIn: (header = '') => pattern.test(header),
    now: (portalUrl) =>
      `${name}=1; Max-Age=${maxAgeSeconds}; ${attributes}${portalUrl.startsWith('https:') ? '; Secure' : ''}`,
    forgotten: `${name}=; Max-Age=0; ${attributes}`,
  };
}
