import type { ConsentRequest } from '../provider/challenges.ts';
import type { Grant, Grants } from '../provider/grants.ts';

/** Whether a grant is still remembered; `remember_for: 0` means until it is withdrawn. */
function isRemembered({ remember, remember_for: seconds, handled_at }: Grant): boolean {
  if (!remember) return false;
  return !seconds || Date.parse(handled_at ?? '') + seconds * 1000 > Date.now();
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a redirect URI shows who the application is: any program can claim a custom scheme (RFC 8252, section 8.6). */
function showsApplication(redirectUri: string): boolean {
  if (!URL.canParse(redirectUri)) return false;
  const { protocol, hostname } = new URL(redirectUri);
  return protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname));
}

/**
 * Whether a request may be granted without a question: the application does not ask for one (`prompt=consent`, OpenID
 * Connect Core 1.0, section 3.1.2.1), and its redirect URI shows who it is. A posted request and a request object can name
 * another one than the URL, so each that is registered must. A device's request has none.
 */
function allowsRemembered({ request_url: url, client }: ConsentRequest): boolean {
  if (!url || !URL.canParse(url)) return false;
  const { searchParams } = new URL(url);
  if (searchParams.has('request') || searchParams.has('request_uri')) return false;
  if (searchParams.get('prompt')?.split(' ').includes('consent')) return false;
  const { redirect_uris: registered } = client;
  return (
    registered.length > 0 && [searchParams.get('redirect_uri') ?? '', ...registered].every(showsApplication)
  );
}

/**
 * The scopes that the user granted when the same client last asked for the same ones, for the same audience, if that decision is remembered.
 * Hydra itself (`skip`) only remembers decisions that granted everything.
 */
export async function rememberedScopes(
  grants: Grants,
  request: ConsentRequest,
): Promise<string[] | undefined> {
  const { subject, client, requested_scope: requested, requested_access_token_audience: audience } = request;
  if (!allowsRemembered(request)) return undefined;
  const isSame = ({ consent_request: earlier, grant_access_token_audience: granted }: Grant): boolean =>
    earlier?.client?.client_id === client.client_id &&
    requested.every((scope) => earlier?.requested_scope?.includes(scope)) &&
    audience.every((one) => granted?.includes(one));
  const all = await grants.list(subject);
  const latest = all
    .filter((one) => isRemembered(one) && isSame(one))
    .toSorted((a, b) => Date.parse(b.handled_at ?? '') - Date.parse(a.handled_at ?? ''))[0];
  return latest?.grant_scope?.filter((scope) => requested.includes(scope));
}
