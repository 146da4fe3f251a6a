import type { AssuranceLevel } from '../operations/enumerations.ts';
import { crossOrigin, forbidden, recentSignInRequired } from '../http/errors.ts';
import { pageUrl } from '../urls/paths.ts';
import type { Action, Authorize, Credentials, Decision } from './authorize.ts';
import { sessionToken } from '../http/connectionHeaders.ts';
import type { Hydra } from '../upstreams/hydra.ts';
import type { Identities } from '../upstreams/identities.ts';
import type { Keto } from '../upstreams/keto.ts';
import type { AdminSession, Kratos } from '../upstreams/kratos.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import { isFromOwnPage } from '../security/request/isFromOwnPage.ts';
import { hasRole } from './hasRole.ts';
import { sessionCaller } from './sessionCaller.ts';
import { tokenCaller } from './tokenCaller.ts';

/** The settings that name the admins, and whom to ask about a caller. */
export interface AdminPolicyOptions {
  /** Identity ids and verified addresses: PORTAL_ADMINS. */
  admins: readonly string[];
  /** Ids of OAuth2 clients: PORTAL_ADMIN_CLIENTS. */
  adminClients: readonly string[];
  /** The minimum assurance level of an admin's session: PORTAL_ADMIN_AAL. */
  aal: AssuranceLevel;
  /** The maximum age of the sign-in for calls that change something: PORTAL_ADMIN_MAX_AGE, in milliseconds. */
  maxAgeMs: number;
  provider: {
    kratos: Pick<Kratos, 'whoami'>;
    identities?: Pick<Identities, 'get'>;
    hydra?: Hydra;
    keto?: Keto;
  };
  /** Knows which cookies are the provider's. */
  cookies: ProviderCookies;
  /** The portal's own origin. */
  portalUrl: string;
}

/** The maximum age of the sign-in for calls that only read: 12 hours. */
export const readingMaxAgeMs = 12 * 60 * 60 * 1000;

/** Whether a session's owner has signed in, or confirmed the sign-in, recently; false if Kratos does not say when. */
export const isRecent = (signedInAt: string | null | undefined, maxAgeMs: number): boolean =>
  Date.now() - Date.parse(signedInAt ?? '') <= maxAgeMs;

/**
 * Decides who is an admin and may do what admins do:
 *
 * - an access token with the scope `portal.admin` of a client that PORTAL_ADMIN_CLIENTS lists and that acts for itself;
 * - otherwise a session (its cookie from the portal's own origin, or its token in `X-Session-Token`) of at least the
 *   configured assurance level and a recent sign-in, whose identity PORTAL_ADMINS lists by id or address, or Keto grants
 *   `Portal:portal#administer`.
 *
 * Everybody else is refused: 401 for missing or invalid credentials, 403 for insufficient ones. A bearer token takes
 * precedence over any session. Nothing is cached between calls, so revoking a session takes effect at once. If the
 * provider gives no answer, the call fails.
 */
export function adminPolicy(options: AdminPolicyOptions): Authorize {
  const { admins, adminClients, aal, maxAgeMs, provider, cookies, portalUrl } = options;
  const { kratos, identities, hydra, keto } = provider;

  const isAdmin = (identity: AdminSession['identity']): Promise<boolean> =>
    hasRole(identity, { listed: admins, relation: 'administer' }, { identities, keto });

  const bySession = async (
    { headers, originalUrl }: Credentials,
    { changes, isLinked = false }: Action,
  ): Promise<Decision> => {
    const isOwn = sessionToken(headers) !== undefined || isFromOwnPage(headers, portalUrl);
    if (!isOwn && !isLinked) return { refusal: crossOrigin() };
    // a change cannot be repeated by a link
    const back = changes ? undefined : portalUrl + originalUrl;
    const confirmUrl = (parameters: Record<string, string | undefined>): string =>
      portalUrl + pageUrl('/login', { ...parameters, return_to: back });
    const secondFactorUrl = confirmUrl({ aal: 'aal2' });
    const found = await sessionCaller(headers, { kratos, cookies, aal, secondFactorUrl });
    if ('decision' in found) return found.decision;
    const { identity, authenticated_at: signedInAt } = found.session;
    const caller = { by: 'session', id: identity.id } as const;
    if (!(await isAdmin(identity))) return { caller, refusal: forbidden() };
    if (isRecent(signedInAt, changes ? maxAgeMs : readingMaxAgeMs)) return { caller };
    // Kratos confirms one level at a time: the second factor, where admins need one
    const level = aal === 'aal1' ? undefined : 'aal2';
    return { caller, refusal: recentSignInRequired(confirmUrl({ refresh: 'true', aal: level })) };
  };

  return (credentials, action) => {
    const { authorization } = credentials.headers;
    return authorization === undefined
      ? bySession(credentials, action)
      : tokenCaller(authorization, { adminClients, hydra, portalUrl });
  };
}
