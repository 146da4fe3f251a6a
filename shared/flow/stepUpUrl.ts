/**
 * The way to a sign-in that only proves more (`session_aal2_required`, `session_refresh_required`), with the way back. Kratos
 * names the way back only where it knows the page, which it does not when a flow is asked for as JSON.
 *
 * @param url where the provider sends the browser
 * @param back the page that the browser is to come back to, absolute
 * @returns `url` as it is when it leads elsewhere, or has its own way back
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
