import type { Request } from 'express';
import type { AssuranceLevel } from '../../operations/enumerations.ts';
import type { Upstream } from '../../operations/operation.ts';
import { PortalError } from '../../http/errors.ts';
import type { Authorize, Decision } from './authorize.ts';
import { sessionToken } from '../forward/connectionHeaders.ts';
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
  /** The least assurance level of an admin's session: PORTAL_ADMIN_AAL. */
  aal: AssuranceLevel;
  upstreams: Partial<Record<Upstream, string | undefined>>;
  /** Knows which cookies are the provider's. */
  cookies: ProviderCookies;
  /** The portal's own token for the provider: ORY_ADMIN_API_TOKEN. */
  adminToken?: string | undefined;
  /** The portal's own origin. */
  portalUrl: string;
  /** How long a provider may take for its part of the decision, in milliseconds; 0 waits for ever. */
  timeoutMs: number;
}

/**
 * Who is an admin of the portal, and may make the provider's admin calls through it:
 *
 * - an access token with the scope `portal.admin` of a client that PORTAL_ADMIN_CLIENTS lists and that acts for itself;
 * - otherwise a session (its cookie from the portal's own origin, or its token in `X-Session-Token`) of at least the
 *   configured assurance level, whose identity PORTAL_ADMINS lists by id or verified address, or Keto grants
 *   `Portal:portal#administer`.
 *
 * Everybody else is refused: 401 where the credentials are not good, 403 where they are not enough. A request with a
 * bearer token is judged by that alone. Nothing is remembered between calls, so a revoked session ends at once; what
 * cannot be found out is an error, never a yes.
 */
export function adminPolicy(options: AdminPolicyOptions): Authorize {
  const { admins, adminClients, aal, upstreams, cookies, adminToken, portalUrl, timeoutMs } = options;
  const { kratosPublic, hydraAdmin, ketoRead } = upstreams;

  const bySession = async (request: Request): Promise<Decision> => {
    if (sessionToken(request.headers) === undefined && !isFromOwnPage(request.headers, portalUrl))
      return { refusal: new PortalError(403, 'cross_origin', 'The request comes from another site.') };
    const found = await sessionCaller(request.headers, { kratosPublic, cookies, portalUrl, aal, timeoutMs });
    if ('decision' in found) return found.decision;
    const { identity } = found.session;
    if (!identity) return { refusal: new PortalError(403, 'forbidden', 'The session has no identity.') };
    const caller = { by: 'session', id: identity.id } as const;
    if (isListed(identity, admins)) return { caller };
    if (await isGranted(identity.id, { ketoRead, adminToken, timeoutMs })) return { caller };
    const reason = 'Only admins of the portal may make this call.';
    return { caller, refusal: new PortalError(403, 'forbidden', reason) };
  };

  return (request, operation) => {
    if (operation.access !== 'admin') return undefined;
    const { authorization } = request.headers;
    return authorization === undefined
      ? bySession(request)
      : tokenCaller(authorization, { adminClients, hydraAdmin, adminToken, portalUrl, timeoutMs });
  };
}
