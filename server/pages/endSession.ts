import { fieldsOf, textIn } from '../../shared/fields.ts';
import { requireAnswer, upstreamFailed } from '../upstreams/upstreamErrors.ts';
import type { KratosFrontend } from '../upstreams/kratos.ts';
import { frontendRequests } from '../upstreams/requests.ts';
import { xsrfCookie } from '../security/cookies/csrf.ts';

/**
 * Ends a browser's session at Kratos.
 *
 * @returns whether there was a session, and the cookies to relay; the one with the CSRF token for scripts ends with
 * the session
 * @throws PortalError 502 or 504 if the provider does not end it
 */
export async function endSession(
  kratos: KratosFrontend,
  cookie: string | undefined,
  portalUrl: string,
): Promise<{ wasSignedIn: boolean; setCookie: string[] }> {
  const created = await kratos.answer(frontendRequests.createBrowserLogoutFlow(), { cookie });
  if (created.status === 401) return { wasSignedIn: false, setCookie: [] };
  const token = textIn(fieldsOf(created.body).logout_token);
  if (requireAnswer(created).status !== 200 || token === undefined) throw upstreamFailed();

  const ended = await kratos.answer(frontendRequests.updateLogoutFlow(token), { cookie });
  if (requireAnswer(ended).status >= 400) throw upstreamFailed();
  return {
    wasSignedIn: true,
    setCookie: [...created.setCookie, ...ended.setCookie, xsrfCookie.expired(portalUrl)],
  };
}
