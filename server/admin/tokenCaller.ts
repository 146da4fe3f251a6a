import { forbidden, insufficientScope, unauthorized } from '../http/errors.ts';
import type { PortalError } from '../http/PortalError.ts';
import type { Decision } from './authorize.ts';
import type { AccessToken, Hydra } from '../upstreams/hydra.ts';

/** The scope that an access token needs for admin calls. */
const adminScope = 'portal.admin';

/** The clients whose access tokens count, and the Hydra that introspects them. */
export interface TokenCallerOptions {
  /** The ids of the OAuth2 clients that are admins: PORTAL_ADMIN_CLIENTS. */
  adminClients: readonly string[];
  /** Without Hydra, every token is refused. */
  hydra: Hydra | undefined;
  /** The portal's own origin, which a token with any audience must name. */
  portalUrl: string;
}

/** Whether a token is for the portal: its audience (RFC 7519, section 4.1.3) is empty or includes the portal. */
function isForPortal(aud: unknown, portalUrl: string): boolean {
  if (aud === undefined || aud === null) return true;
  return Array.isArray(aud) ? aud.length === 0 || aud.includes(portalUrl) : aud === portalUrl;
}

/** Returns the reason why an active access token may not make admin calls; undefined if it may. */
function refusalOf(
  token: AccessToken,
  { adminClients, portalUrl }: TokenCallerOptions,
): PortalError | undefined {
  const { client_id: client, sub, aud, scope } = token;
  if (typeof client !== 'string' || !adminClients.includes(client))
    return forbidden('The client of the access token is not an admin of the portal.');
  if (sub !== client) return forbidden('The access token was not issued to its client alone.');
  if (!isForPortal(aud, portalUrl)) return forbidden('The access token is meant for another audience.');
  if (scope?.split(' ').includes(adminScope)) return undefined;
  return insufficientScope(adminScope);
}

/**
 * Whether an Authorization header carries an access token that may make admin calls: Hydra reports it as an active
 * access token; its client is listed and acts for itself (the subject is the client, so no user has granted it the
 * scope); it has the scope `portal.admin`; and its audience, if any, includes the portal. The scope alone proves
 * nothing: with dynamic client registration, any client can get it.
 *
 * @throws PortalError 502 or 504 when Hydra gives no answer
 */
export async function tokenCaller(authorization: string, options: TokenCallerOptions): Promise<Decision> {
  const token = /^Bearer +([\w\-.~+/]+=*)$/i.exec(authorization)?.[1];
  const accessToken = token === undefined ? undefined : await options.hydra?.introspect(token);
  if (!accessToken) return { refusal: unauthorized('The access token is not valid.') };
  const caller = { by: 'token', id: [accessToken.sub, accessToken.client_id].find(Boolean) ?? '' } as const;
  const refusal = refusalOf(accessToken, options);
  return { caller, ...(refusal && { refusal }) };
}
