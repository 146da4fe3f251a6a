/**
 * Adds `return_to` to the URL of a step-up or re-authentication (`session_aal2_required`,
 * `session_refresh_required`). Kratos sets it only if it knows the page, which is not the case for JSON requests.
 *
 * @param url where the provider sends the browser
 * @param back the page to return to, absolute
 * @returns `url` unchanged if it leads elsewhere or already has a `return_to`
 */
export function stepUpUrl(url: string, back: string): string {
  if (!URL.canParse(url)) return url;
  const target = new URL(url);
  const { searchParams: query } = target;
  const isStepUp =
    target.pathname.endsWith('/self-service/login/browser') && (query.has('aal') || query.has('refresh'));
  if (!isStepUp || query.has('return_to')) return url;
  query.set('return_to', back);
  return target.href;
}

/** Whether a URL is the portal's sign-in for a waiting application. @param portalUrl the portal's own origin */
export function isWaitingSignIn(url: string, portalUrl: string): boolean {
  if (!URL.canParse(url, portalUrl)) return false;
  const { origin, pathname, searchParams } = new URL(url, portalUrl);
  return origin === portalUrl && pathname === '/login' && searchParams.has('login_challenge');
}
