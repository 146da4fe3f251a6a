import { queryOf, requestKey } from '../security/cookies/restartedRequest.ts';
import type { ConsentRequest } from '../upstreams/challenges.ts';
import type { GivenConsent, Grants } from '../upstreams/grants.ts';
import { isForDevice } from './requestUrl.ts';

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
