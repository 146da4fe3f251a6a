import type { IncomingHttpHeaders } from 'node:http';
import { secondFactorRequired, unauthorized } from '../http/errors.ts';
import type { PortalError } from '../http/PortalError.ts';
import { assuranceLevels, type AssuranceLevel } from '../operations/enumerations.ts';
import type { AdminSession, Kratos } from '../upstreams/kratos.ts';
import { credentialsIn } from '../upstreams/sessionCredentials.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import type { Decision } from './authorize.ts';

/** The dependencies of finding a call's session, and the proof that it needs. */
export interface SessionCallerOptions {
  kratos: Pick<Kratos, 'whoami'>;
  /** Knows which cookies are Kratos'. */
  cookies: ProviderCookies;
  /** The minimum assurance level of an admin's session. */
  aal: AssuranceLevel;
  /** The URL at which to give the second factor. */
  secondFactorUrl: string;
}

/** A session that may be an admin's, or the decision to refuse the call. */
export type SessionCaller = { session: AdminSession } | { decision: Decision };

const level = (aal: string | null | undefined): number => assuranceLevels.indexOf(aal as AssuranceLevel);

/** Whether a session's assurance level is at least another one. */
export const isAtLeast = (aal: string | null | undefined, least: AssuranceLevel): boolean =>
  level(aal) >= level(least);

const refused = (refusal: PortalError): { decision: Decision } => ({ decision: { refusal } });

/**
 * Returns the session that a request carries, if it and its identity are active and it has the assurance level that
 * admins need.
 *
 * @throws PortalError 502 or 504 when Kratos gives no usable answer
 */
export async function sessionCaller(
  headers: IncomingHttpHeaders,
  { kratos, cookies, aal, secondFactorUrl }: SessionCallerOptions,
): Promise<SessionCaller> {
  const secondFactor = secondFactorRequired(secondFactorUrl);
  const credentials = credentialsIn(headers, cookies);
  if (!credentials) return refused(unauthorized('This call needs an admin of the portal.'));
  const session = await kratos.whoami(credentials);
  if (session === 'none') return refused(unauthorized('The session is not valid.'));
  if (session === 'secondFactor') return refused(secondFactor);
  if (!isAtLeast(session.authenticator_assurance_level, aal))
    return { decision: { caller: { by: 'session', id: session.identity.id }, refusal: secondFactor } };
  return { session };
}
