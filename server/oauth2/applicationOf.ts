import { textIn } from '../../shared/fields.ts';
import type { Application } from '../../shared/page.ts';
import type { LoginRequest } from '../upstreams/challenges.ts';
import { clientUrl } from '../upstreams/clientDetails.ts';
import { authorizationPath } from './promptNames.ts';

/**
 * Returns the application that sent a request, so that the user can start again there.
 *
 * @param request of a login or consent challenge
 * @param portalUrl the portal's own origin
 * @returns undefined if its request was not made at that origin
 */
export function applicationOf(
  { request_url, client }: Pick<LoginRequest, 'request_url' | 'client'>,
  portalUrl: string,
): Application | undefined {
  if (!request_url || !URL.canParse(request_url)) return undefined;
  const { origin, pathname, href } = new URL(request_url);
  if (origin !== portalUrl || pathname !== authorizationPath) return undefined;
  return { requestUrl: href, name: textIn(client.client_name), url: clientUrl(client.client_uri) };
}
