import type { IncomingHttpHeaders } from 'node:http';
import { sessionToken } from '../../http/connectionHeaders.ts';
import type { SessionCredentials } from '../../provider/kratos.ts';
import type { ProviderCookies } from '../../security/cookies/providerCookies.ts';

/** Returns the session that a request carries: an app's token, or a browser's cookie; undefined if it has none. */
export function credentialsIn(
  headers: IncomingHttpHeaders,
  cookies: ProviderCookies,
): SessionCredentials | undefined {
  const token = sessionToken(headers);
  if (token !== undefined) return { 'X-Session-Token': token };
  const cookie = cookies.session(headers.cookie);
  return cookie === undefined ? undefined : { Cookie: cookie };
}
