import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Clients } from '../store/clients.ts';

/** Refuses scopes that a client is not registered for, including those that oidc-provider does not know. */
export function checkScopes({ oidc }: KoaContextWithOIDC, clients: Clients): void {
  const allowed = clients.get(oidc.client?.clientId ?? '')?.scope.split(' ') ?? [];
  for (const scope of oidc.requestParamScopes)
    if (!allowed.includes(scope))
      throw new errors.InvalidScope(
        `The OAuth 2.0 Client is not allowed to request scope '${scope}'.`,
        scope,
      );
}

/** The minimum length of a client's state: Hydra refuses one that could be guessed. */
const shortestState = 8;

/** Refuses an authorization request whose state is missing or too short. */
export function checkState({ oidc }: KoaContextWithOIDC): void {
  const state: unknown = oidc.params?.state;
  if (oidc.route === 'authorization' && (typeof state !== 'string' || state.length < shortestState))
    throw new errors.CustomOIDCProviderError(
      'invalid_state',
      'The state is missing or does not have enough characters and is therefore considered too weak.',
    );
}

/** Removes the port of a URI if its host is a loopback address. */
const withoutPort = (uri: string): string =>
  uri.replace(/^(http:\/\/(?:127(?:\.\d{1,3}){3}|\[::1\])):\d+(?=[/?]|$)/, '$1');

/**
 * Whether a client may use a redirect URI: the registered one, or on loopback the same with any port (RFC 8252,
 * section 7.3).
 */
export const matchesRedirectUri = (uri: string, registered: string): boolean =>
  withoutPort(uri) === withoutPort(registered);
