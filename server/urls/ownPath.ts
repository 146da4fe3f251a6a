/**
 * Returns the path and query of a URL of the portal.
 *
 * @param url absolute; from a request, so it may be anything
 * @param portalUrl the portal's own origin
 * @returns undefined for a URL of another site, and for one that browsers would read as such
 */
export function ownPath(url: string, portalUrl: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname, search } = new URL(url);
  // two slashes would make it a URL of another host
  return origin === portalUrl && !pathname.startsWith('//') ? pathname + search : undefined;
}
