import type { Session } from '@ory/client';
import { upstreamFailed } from '../http/upstreamErrors.ts';
import { pageUrl } from '../urls/paths.ts';
import type { ConsentRequest } from '../provider/challenges.ts';
import type { Hydra } from '../provider/hydra.ts';
import type { Visitor } from '../provider/session.ts';
import { reachesLevel } from './assuranceLevel.ts';

/** The possible next steps of a visit with a consent challenge. */
export type ConsentVisit =
  /** Decide: the signed-in user is the request's subject, at the assurance level that it asks for. */
  | { kind: 'decide'; request: ConsentRequest; identity: NonNullable<Session['identity']>; sessionId: string }
  /** Somebody else is signed in. */
  | { kind: 'otherAccount'; request: ConsentRequest }
  /** Sign in, or give a second factor, at `url`. */
  | { kind: 'signIn'; request: ConsentRequest; url: string; missing: 'session' | 'factor' }
  /** Continue a request that was answered before. */
  | { kind: 'goOn'; url: string }
  /** The challenge is unknown or has expired. */
  | { kind: 'over' };

/**
 * Looks up a consent challenge and its visitor. Grants depend only on this, so it fails closed.
 *
 * @param challenge as the browser sent it
 * @param portalUrl the portal's own origin
 * @throws PortalError 502 or 504 when the provider gives no usable answer
 */
export async function consentVisit(
  challenge: string,
  { hydra, visitor, portalUrl }: { hydra: Hydra; visitor: () => Promise<Visitor>; portalUrl: string },
): Promise<ConsentVisit> {
  const [found, who] = await Promise.all([hydra.challenges.consent(challenge), visitor()]);
  if ('over' in found) return { kind: 'over' };
  if ('redirectTo' in found) return { kind: 'goOn', url: found.redirectTo };
  const { request } = found;
  const back = portalUrl + pageUrl('/consent', { consent_challenge: challenge });
  const signIn = (missing: 'session' | 'factor'): ConsentVisit => ({
    kind: 'signIn',
    request,
    url: pageUrl('/login', { aal: missing === 'factor' ? 'aal2' : undefined, return_to: back }),
    missing,
  });
  if (who.kind === 'unknown') throw upstreamFailed();
  if (who.kind === 'signedOut') return signIn('session');
  if (who.kind === 'secondFactor') return signIn('factor');
  const { id: sessionId, identity, authenticator_assurance_level: level } = who.session;
  if (identity?.id !== request.subject) return { kind: 'otherAccount', request };
  if (!reachesLevel(level, request.oidc_context?.acr_values ?? [])) return signIn('factor');
  return { kind: 'decide', request, identity, sessionId };
}
