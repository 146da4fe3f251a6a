import type { IncomingHttpHeaders } from 'node:http';
import type { Session } from '@ory/client';
import { assuranceLevels, type AssuranceLevel } from '../../operations/enumerations.ts';
import { PortalError } from '../../http/errors.ts';
import { unauthorized, type Decision } from './authorize.ts';
import { sessionToken } from '../forward/connectionHeaders.ts';
import { upstreamFailure } from '../forward/upstreamFailure.ts';
import type { ProviderCookies } from '../../security/providerCookies.ts';
import { askProvider } from './askProvider.ts';

export interface SessionCallerOptions {
  kratosPublic: string | undefined;
  /** Knows which cookies are Kratos'. */
  cookies: ProviderCookies;
  /** The portal's own origin. */
  portalUrl: string;
  /** The least assurance level of an admin's session. */
  aal: AssuranceLevel;
  timeoutMs: number;
}

/** A session that is good for admin calls, or the decision that there is none. */
export type SessionCaller = { session: Session } | { decision: Decision };

const level = (aal: string | undefined): number => assuranceLevels.indexOf(aal as AssuranceLevel);

/** The credentials of a session that a request carries, as Kratos reads them. */
function sessionHeaders(
  headers: IncomingHttpHeaders,
  cookies: ProviderCookies,
): Record<string, string> | undefined {
  const token = sessionToken(headers);
  if (token !== undefined) return { 'X-Session-Token': token };
  const cookie = cookies.own(headers.cookie, 'kratosPublic');
  return cookie === undefined ? undefined : { Cookie: cookie };
}

const secondFactor = (portalUrl: string): PortalError =>
  new PortalError(403, 'session_aal2_required', 'Admin calls need a session with a second factor.', {
    details: { redirect_browser_to: `${portalUrl}/login?aal=aal2` },
  });

/**
 * The session that a request carries, if it is active, its identity is, and it has the assurance level that admins need.
 *
 * @param headers the request's headers
 * @throws PortalError 502 or 504 where Kratos gives no usable answer
 */
export async function sessionCaller(
  headers: IncomingHttpHeaders,
  { kratosPublic, cookies, portalUrl, aal, timeoutMs }: SessionCallerOptions,
): Promise<SessionCaller> {
  const credentials = sessionHeaders(headers, cookies);
  if (!credentials || !kratosPublic)
    return { decision: unauthorized('This call needs an admin of the portal.') };
  const { status, body } = await askProvider(`${kratosPublic}/sessions/whoami`, {
    headers: credentials,
    timeoutMs,
  });
  if (status === 401) return { decision: unauthorized('The session is not valid.') };
  if (status === 403) return { decision: { refusal: secondFactor(portalUrl) } };
  if (status !== 200) throw upstreamFailure(new Error(`whoami answered ${status}`));
  const session = (body ?? {}) as Partial<Session>;
  const { identity, active } = session;
  if (active !== true || !identity?.id || identity.state === 'inactive')
    return { decision: unauthorized('The session is not valid.') };
  if (level(session.authenticator_assurance_level) < level(aal))
    return { decision: { caller: { by: 'session', id: identity.id }, refusal: secondFactor(portalUrl) } };
  return { session: session as Session };
}
