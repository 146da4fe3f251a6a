import type { AdapterPayload } from 'oidc-provider';
import type { ClientDocument } from './clients.ts';

/** The grants that oidc-provider handles. */
const grants = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'urn:ietf:params:oauth:grant-type:device_code',
];

/** Replaces the secret, of which only a hash is kept; `hasSecret` compares it. */
const placeholder = 'kept as a hash';

/**
 * Converts a client to oidc-provider's metadata. Scopes are checked elsewhere, because oidc-provider only knows its
 * own.
 */
export function clientMetadata(client: ClientDocument): AdapterPayload {
  const grantTypes = client.grant_types.filter((grant) => grants.includes(grant));
  const allowed = grantTypes.length > 0 ? grantTypes : ['authorization_code'];
  const { keys } = client.jwks as { keys?: unknown };
  return {
    client_id: client.client_id,
    application_type: 'web',
    token_endpoint_auth_method: client.token_endpoint_auth_method,
    ...(/none|private_key_jwt/.test(client.token_endpoint_auth_method) ? {} : { client_secret: placeholder }),
    ...(keys ? { jwks: client.jwks } : {}),
    ...(client.jwks_uri ? { jwks_uri: client.jwks_uri } : {}),
    grant_types: allowed,
    response_types: allowed.includes('authorization_code') ? ['code'] : [],
    redirect_uris: allowed.includes('authorization_code') ? client.redirect_uris : [],
    ...(client.backchannel_logout_uri
      ? {
          backchannel_logout_uri: client.backchannel_logout_uri,
          backchannel_logout_session_required: true,
        }
      : {}),
  } as AdapterPayload;
}
