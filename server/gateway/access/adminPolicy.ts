import type { Request } from 'express';
import type { AssuranceLevel } from '../../operations/enumerations.ts';
import { crossOrigin, forbidden } from '../../http/errors.ts';
import type { ReadAccountHistory } from '../../provider/accountHistory.ts';
import type { Authorize, Decision } from './authorize.ts';
import { sessionToken } from '../../http/connectionHeaders.ts';
import type { Hydra } from '../../provider/hydra.ts';
import type { Keto } from '../../provider/keto.ts';
import type { Kratos } from '../../provider/kratos.ts';
import type { ProviderCookies } from '../../security/providerCookies.ts';
import { isFromOwnPage } from '../../security/isFromOwnPage.ts';
import { isGranted } from './isGranted.ts';
import { isListed } from './isListed.ts';
import { sessionCaller } from './sessionCaller.ts';
import { tokenCaller } from './tokenCaller.ts';

export interface AdminPolicyOptions {
  /** Identity ids and verified addresses: PORTAL_ADMINS. */
  admins: readonly string[];
  /** Ids of OAuth2 clients: PORTAL_ADMIN_CLIENTS. */
  adminClients: readonly string[];
  /** The assurance level that an admin's session must have at least: PORTAL_ADMIN_AAL. */
  aal: AssuranceLevel;
  provider: {
    kratos: Pick<Kratos, 'whoami'>;
    accountHistory?: ReadAccountHistory;
    hydra?: Hydra;
    keto?: Keto;
  };
  /** Knows which cookies are the provider's. */
  cookies: ProviderCookies;
  /** The portal's own origin. */
  portalUrl: string;
}

/**
 * Decides who is an admin and may call admin operations:
 *
 * - an access token with the scope `portal.admin` of a client that PORTAL_ADMIN_CLIENTS lists and that acts for itself;
 * - otherwise a session (its cookie from the portal's own origin, or its token in `X-Session-Token`) of at least the
 *   configured assurance level, whose identity PORTAL_ADMINS lists by id or address, or Keto grants
 *   `Portal:portal#administer`.
 *
 * Everybody else is refused: 401 for missing or invalid credentials, 403 for insufficient ones. A bearer token takes
 * precedence over any session. Nothing is cached between calls, so revoking a session takes effect at once. If the
 * provider gives no answer, the call fails.
 */
export function adminPolicy(options: AdminPolicyOptions): Authorize {
  const { admins, adminClients, aal, provider, cookies, portalUrl } = options;
  const { kratos, accountHistory, hydra, keto } = provider;

  const bySession = async (request: Request): Promise<Decision> => {
    if (sessionToken(request.headers) === undefined && !isFromOwnPage(request.headers, portalUrl))
      return { refusal: crossOrigin() };
    const found = await sessionCaller(request.headers, { kratos, cookies, portalUrl, aal });
    if ('decision' in found) return found.decision;
    const { identity } = found.session;
    const caller = { by: 'session', id: identity.id } as const;
    if (await isListed(identity, admins, accountHistory)) return { caller };
    if (await isGranted(identity.id, keto)) return { caller };
    return { caller, refusal: forbidden() };
  };

  return (request, operation) => {
    if (operation.access !== 'admin') return undefined;
    const { authorization } = request.headers;
    return authorization === undefined
      ? bySession(request)
      : tokenCaller(authorization, { adminClients, hydra, portalUrl });
  };
}
