import type { Session } from '@ory/client';
import { upstreamFailed } from '../upstreams/upstreamErrors.ts';
import { pageUrl } from '../urls/paths.ts';
import type { ConsentRequest } from '../upstreams/challenges.ts';
import type { Hydra } from '../upstreams/hydra.ts';
import type { Visitor } from '../upstreams/session.ts';
import { applicationOf } from './applicationOf.ts';
import { factorPage, type IsRecent, keyPage, missingContext } from './authenticationContext.ts';
import type { OAuth2Options } from './hydra.ts';
import { isTooOld } from './singleSignOn.ts';

/** How long a user may take to decide, in seconds: a request's `max_age` counts from the sign-in. */
const decisionSeconds = 600;

/** Whether somebody has signed in, or given a factor, late enough for a request and the time to decide. */
export const isRecentFor =
  ({ request_url: url }: ConsentRequest): IsRecent =>
  // a challenge can be accepted at Kratos for a session of any age
  (factor) =>
    !isTooOld(factor, url, decisionSeconds);

/** The possible next steps of a visit with a consent challenge. */
export type ConsentVisit =
  /** Decide: the signed-in user is the request's subject, at the assurance level that it asks for. */
  | {
      kind: 'decide';
      request: ConsentRequest;
      identity: NonNullable<Session['identity']>;
      session: Session;
    }
  /** Somebody else is signed in. */
  | { kind: 'otherAccount'; request: ConsentRequest }
  /** Sign in, which begins the application's request again, or give a second factor, at `url`. */
  | { kind: 'signIn'; request: ConsentRequest; url: string; missing: 'session' | 'factor' | 'freshness' }
  /** Refuse: the application asks for a passkey or security key, and the user has none. */
  | { kind: 'unmet'; request: ConsentRequest }
  /** Continue a request that was answered before. */
  | { kind: 'goOn'; url: string }
  /** The challenge is unknown or has expired. */
  | { kind: 'over' };

/**
 * Looks up a consent challenge and its visitor. Grants depend only on this, so it fails closed.
 *
 * @param challenge as the browser sent it
 * @throws PortalError 502 or 504 when the provider gives no usable answer
 */
export async function consentVisit(
  challenge: string,
  {
    hydra,
    visitor,
    credentials,
    settings,
  }: Pick<OAuth2Options, 'credentials' | 'settings'> & { hydra: Hydra; visitor: () => Promise<Visitor> },
): Promise<ConsentVisit> {
  const [found, who] = await Promise.all([hydra.challenges.consent(challenge), visitor()]);
  if ('over' in found) return { kind: 'over' };
  if ('redirectTo' in found) return { kind: 'goOn', url: found.redirectTo };
  const { request } = found;
  const { PORTAL_URL: portalUrl } = settings;
  const back = portalUrl + pageUrl('/consent', { consent_challenge: challenge });
  const signIn = (
    missing: 'session' | 'factor' | 'freshness',
  ): Extract<ConsentVisit, { kind: 'signIn' }> => ({
    kind: 'signIn',
    request,
    url: pageUrl('/login', {
      aal: missing === 'factor' ? 'aal2' : undefined,
      refresh: missing === 'freshness' ? 'true' : undefined,
      return_to: back,
    }),
    missing,
  });
  // the sign-in of the request itself names the application
  const again = applicationOf(request, portalUrl)?.requestUrl;
  if (who.kind === 'unknown') throw upstreamFailed();
  if (who.kind === 'signedOut') return { ...signIn('session'), ...(again && { url: again }) };
  if (who.kind === 'secondFactor') return signIn('factor');
  const { session } = who;
  const { identity } = session;
  if (identity?.id !== request.subject) return { kind: 'otherAccount', request };
  const isRecent = isRecentFor(request);
  const missing = missingContext(session, request, settings, isRecent);
  if (missing === 'factor') return { ...signIn('factor'), url: factorPage(session, back) };
  if (missing === 'key') {
    const url = keyPage(session, await credentials?.(identity.id, []), back);
    return url === undefined ? { kind: 'unmet', request } : { ...signIn('factor'), url };
  }
  if (!isRecent(session)) return signIn('freshness');
  return { kind: 'decide', request, identity, session };
}
