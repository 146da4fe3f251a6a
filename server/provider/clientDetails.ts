import { textIn } from '../../shared/fields.ts';
import { webUrl } from '../../shared/flow/webUrl.ts';
import type { ClientDetails } from '../../shared/page.ts';
import type { OAuth2Client } from './challenges.ts';

/** What a page shows of a client; links that are no web addresses are left out. */
export const clientDetails = (client: OAuth2Client): ClientDetails => ({
  name: textIn(client.client_name),
  logoUrl: webUrl(client.logo_uri),
  url: webUrl(client.client_uri),
  policyUrl: webUrl(client.policy_uri),
  termsUrl: webUrl(client.tos_uri),
});
