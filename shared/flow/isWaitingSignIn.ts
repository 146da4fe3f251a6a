/** Whether a URL is the portal's sign-in for an application that waits for it. @param portalUrl the portal's own origin */
export function isWaitingSignIn(url: string, portalUrl: string): boolean {
  if (!URL.canParse(url, portalUrl)) return false;
  const { origin, pathname, searchParams } = new URL(url, portalUrl);
  return origin === portalUrl && pathname === '/login' && searchParams.has('login_challenge');
}
