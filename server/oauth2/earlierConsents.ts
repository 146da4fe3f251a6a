import type { ConsentRequest } from '../upstreams/challenges.ts';
import type { GivenConsent, Grants } from '../upstreams/grants.ts';
import { identifiesApplication } from '../upstreams/identifiesApplication.ts';
import { isForDevice, promptsOf } from './requestUrl.ts';
import { queryOf, requestKey } from '../security/cookies/restartedRequest.ts';

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

/** Identifies an application's request by its URL; undefined for a device's, whose requests all have the same. */
const keyOf = (request_url: string | null | undefined): string | undefined =>
  isForDevice({ request_url }) ? undefined : requestKey(queryOf(request_url ?? ''));

/**
 * Withdraws what the user has allowed when they answered the same request before, with its tokens: after Allow, Back and
 * Deny, the last answer counts. Other access of the application stays, unless the answer was
 * remembered.
 *
 * @see docs/decisions/the-last-answer-counts.md
 * @throws PortalError 502 or 504 when Hydra does not withdraw it
 */
export async function withdrawAnswer(grants: Grants, request: ConsentRequest): Promise<void> {
  const { subject, client, consent_request_id: id } = request;
  const key = keyOf(request.request_url);
  const isSame = ({ consent_request_id: given, consent_request: earlier }: GivenConsent): boolean =>
    earlier?.client?.client_id === client.client_id &&
    ((Boolean(id) && given === id) || (key !== undefined && keyOf(earlier?.request_url) === key));
  for (const { consent_request_id: given, remember } of (await grants.list(subject)).filter(isSame))
    // Hydra does not list what a remembered consent has answered since, and 2.3 gives no ids to revoke by
    await (given && !remember
      ? grants.revokeOne(given)
      : grants.revoke(subject, { client: client.client_id ?? '' }));
}
