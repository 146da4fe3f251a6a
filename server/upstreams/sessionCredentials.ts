import type { IncomingHttpHeaders } from 'node:http';
import { sessionToken } from '../http/connectionHeaders.ts';
import type { OwnersOf } from '../security/firstFactors.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import type { Kratos, SessionCredentials } from './kratos.ts';

/** Returns the session credentials that an admin's request carries, read like Kratos does: a bearer token is an access token. */
export function credentialsIn(
  headers: IncomingHttpHeaders,
  cookies: ProviderCookies,
): SessionCredentials | undefined {
  const token = sessionToken(headers);
  if (token !== undefined) return { 'X-Session-Token': token };
  const cookie = cookies.forUpstream(headers.cookie, 'kratosPublic');
  return cookie === undefined ? undefined : { Cookie: cookie };
}

/**
 * Returns the identity whose session a request carries, also as a bearer token; none if Kratos does not say. Of a session that
 * waits for its second factor, Kratos does not.
 *
 * @param waiting tells whose such a session is
 */
export async function sessionOwners(
  headers: IncomingHttpHeaders,
  {
    kratos,
    cookies,
    waiting,
  }: {
    kratos: Pick<Kratos, 'whoami'>;
    cookies: ProviderCookies;
    waiting: OwnersOf | undefined;
  },
): Promise<string[]> {
  const bearer = /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];
  const credentials = credentialsIn(headers, cookies) ?? (bearer && { 'X-Session-Token': bearer });
  const session = credentials && (await kratos.whoami(credentials).catch(() => undefined));
  if (session === 'secondFactor') return (await waiting?.(headers)) ?? [];
  return typeof session === 'object' ? [session.identity.id] : [];
}
