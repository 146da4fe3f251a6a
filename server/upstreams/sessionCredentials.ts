import type { IncomingHttpHeaders } from 'node:http';
import { sessionToken } from '../http/connectionHeaders.ts';
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

/** Returns the identity whose session a request carries, also as a bearer token; undefined for none, and if Kratos does not say. */
export async function sessionOwner(
  headers: IncomingHttpHeaders,
  { kratos, cookies }: { kratos: Pick<Kratos, 'whoami'>; cookies: ProviderCookies },
): Promise<string | undefined> {
  const bearer = /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];
  const credentials = credentialsIn(headers, cookies) ?? (bearer && { 'X-Session-Token': bearer });
  const session = credentials && (await kratos.whoami(credentials).catch(() => undefined));
  return typeof session === 'object' ? session.identity.id : undefined;
}
