import type { ConsentRequest } from '../provider/challenges.ts';
import type { Grant, Grants } from '../provider/grants.ts';

/** Whether a grant is still remembered; `remember_for: 0` means until it is withdrawn. */
function isRemembered({ remember, remember_for: seconds, handled_at }: Grant): boolean {
  if (!remember) return false;
  return !seconds || Date.parse(handled_at ?? '') + seconds * 1000 > Date.now();
}

/** Whether the application wants the user to be asked again (OpenID Connect Core 1.0, section 3.1.2.1). */
const asksForConsent = (url: string | null | undefined): boolean =>
  !url ||
  !URL.canParse(url) ||
  (new URL(url).searchParams.get('prompt') ?? '').split(' ').includes('consent');

/**
 * The scopes that the user granted when the same client last asked for the same ones, if that decision is remembered.
 * Hydra itself (`skip`) only remembers decisions that granted everything.
 */
export async function rememberedScopes(
  grants: Grants,
  request: ConsentRequest,
): Promise<string[] | undefined> {
  const { subject, client, requested_scope: requested, request_url: url } = request;
  if (asksForConsent(url)) return undefined;
  const isSame = ({ consent_request: earlier }: Grant): boolean =>
    earlier?.client?.client_id === client.client_id &&
    requested.every((scope) => earlier?.requested_scope?.includes(scope));
  const all = await grants.list(subject);
  const latest = all
    .filter((one) => isRemembered(one) && isSame(one))
    .toSorted((a, b) => Date.parse(b.handled_at ?? '') - Date.parse(a.handled_at ?? ''))[0];
  return latest?.grant_scope?.filter((scope) => requested.includes(scope));
}
