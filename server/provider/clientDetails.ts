import { textIn } from '../../shared/fields.ts';
import { webUrl } from '../../shared/flow/webUrl.ts';
import type { ClientDetails } from '../../shared/applications.ts';
import type { OAuth2Client } from './challenges.ts';

/** A client's link: an absolute http or https URL. A path is left out, because it would lead into the portal. */
export function clientUrl(value: unknown): string | undefined {
  const url = webUrl(value);
  return url?.startsWith('/') ? undefined : url;
}

/** The details of a client that pages show. */
export const clientDetails = (client: OAuth2Client): ClientDetails => ({
  id: textIn(client.client_id),
  name: textIn(client.client_name),
  logoUrl: clientUrl(client.logo_uri),
  url: clientUrl(client.client_uri),
  policyUrl: clientUrl(client.policy_uri),
  termsUrl: clientUrl(client.tos_uri),
});
