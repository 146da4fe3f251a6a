import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type Provider from 'oidc-provider';
import type { Clients } from '../store/clients.ts';
import { words } from './requestUrl.ts';

/** The client credentials grant (RFC 6749, section 4.4) for any scope and audience that the client is registered for. */
export const clientCredentials =
  (provider: Provider, clients: Clients) =>
  async (context: KoaContextWithOIDC): Promise<void> => {
    const { client, params } = context.oidc;
    const registered = client && clients.get(client.clientId);
    if (!registered) throw new errors.InvalidClient('client not found');
    const scopes = words(params?.scope);
    for (const scope of scopes)
      if (!words(registered.scope).includes(scope))
        throw new errors.InvalidScope(
          `The OAuth 2.0 Client is not allowed to request scope '${scope}'.`,
          scope,
        );
    const audience = words(params?.audience);
    if (audience.some((one) => !registered.audience.includes(one)))
      throw new errors.InvalidRequest('Requested audience has not been whitelisted by the OAuth 2.0 Client.');
    const token = new provider.ClientCredentials({ client, scope: scopes.join(' ') });
    Object.assign(token, { aud: audience });
    context.oidc.entity('ClientCredentials', token);
    context.body = {
      access_token: await token.save(),
      expires_in: token.expiration,
      token_type: 'bearer',
      scope: scopes.join(' '),
    };
  };
