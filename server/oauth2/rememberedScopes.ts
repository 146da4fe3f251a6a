import type { ConsentRequest } from '../upstreams/challenges.ts';
import type { GivenConsent, Grants } from '../upstreams/grants.ts';
import { identifiesApplication } from '../upstreams/identifiesApplication.ts';
import { isForDevice, promptsOf } from './requestUrl.ts';

/** Whether a consent is still remembered; `remember_for: 0` means until it is withdrawn. */
function isRemembered({ remember, remember_for: seconds, handled_at }: GivenConsent): boolean {
  if (!remember) return false;
  return !seconds || Date.parse(handled_at ?? '') + seconds * 1000 > Date.now();
}

/**
 * Whether a decision on a request may be remembered and reused: only if its redirect URI shows which application
 * asks, not for a device, and not if the application demands the question (`prompt=consent`, OpenID Connect Core 1.0,
 * section 3.1.2.1), which a request object may do as well.
 */
export function canRemember({ request_url: url, client }: ConsentRequest): boolean {
  if (!url || isForDevice({ request_url: url })) return false;
  const { searchParams } = new URL(url);
  if (searchParams.has('request') || searchParams.has('request_uri')) return false;
  return !promptsOf(url).includes('consent') && identifiesApplication(client, url);
}

/**
 * Returns the scopes that the user granted when the same client last asked for the same scopes and audience, if that
 * decision is remembered. Hydra's own `skip` only covers decisions that granted everything.
 *
 * @returns undefined if the user has to be asked
 * @throws PortalError 502 or 504 when Hydra gives no usable list
 */
export async function rememberedScopes(
  grants: Grants,
  request: ConsentRequest,
): Promise<string[] | undefined> {
  const { subject, client, requested_scope: requested, requested_access_token_audience: audience } = request;
  if (!canRemember(request)) return undefined;
  const isSame = ({
    consent_request: earlier,
    grant_access_token_audience: granted,
  }: GivenConsent): boolean =>
    earlier?.client?.client_id === client.client_id &&
    requested.every((scope) => earlier?.requested_scope?.includes(scope)) &&
    audience.every((one) => granted?.includes(one));
  const all = await grants.list(subject);
  const latest = all
    .filter((one) => isRemembered(one) && isSame(one))
    .toSorted((a, b) => Date.parse(b.handled_at ?? '') - Date.parse(a.handled_at ?? ''))[0];
  return latest?.grant_scope?.filter((scope) => requested.includes(scope));
}
