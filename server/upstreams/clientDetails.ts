import { textIn } from '../../shared/fields.ts';
import { webUrl } from '../../shared/flow/webUrl.ts';
import type { ClientDetails } from '../../shared/applications.ts';
import type { OAuth2Client } from './challenges.ts';

/** Returns a client's link if it is an absolute http or https URL. A bare path would lead into the portal. */
export function clientUrl(value: unknown): string | undefined {
  const url = webUrl(value);
  return url?.startsWith('/') ? undefined : url;
}

/** The owner of a client that is kept as its own metadata document describes it. */
export const fromDocument = 'client-metadata-document';

/** The owner that the gateway gives a client that registers itself; nobody else can set it there. */
export const selfRegistered = 'self-registered';

/** Returns the details of a client that pages show. */
export const clientDetails = (client: OAuth2Client): ClientDetails => ({
  id: textIn(client.client_id),
  name: textIn(client.client_name),
  logoUrl: clientUrl(client.logo_uri),
  url: clientUrl(client.client_uri),
  policyUrl: clientUrl(client.policy_uri),
  termsUrl: clientUrl(client.tos_uri),
  ...(client.owner === selfRegistered && { isSelfRegistered: true }),
  ...(client.owner === fromDocument && { introducedBy: URL.parse(client.client_id ?? '')?.host }),
});
