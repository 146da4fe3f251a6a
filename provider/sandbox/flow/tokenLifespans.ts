import type { Configuration } from 'oidc-provider';
import type { Clients } from '../store/clients.ts';
import { goSeconds } from '../store/lifespans.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** The first part of the names of a client's lifespans, by oidc-provider's name of a grant. */
const grants = new Map([
  ['authorization_code', 'authorization_code_grant'],
  ['refresh_token', 'refresh_token_grant'],
  ['device_code', 'device_authorization_grant'],
  ['client_credentials', 'client_credentials_grant'],
]);

const grantOf = (token: unknown, kind: string): string => {
  const types = ((token as { gty?: string }).gty ?? kind).split(' ');
  return grants.get(types.at(-1) ?? '') ?? kind;
};

/** Returns the lifespans of oidc-provider's artifacts, in seconds: Hydra's defaults, or a client's own. */
export function lifespans(clients: Clients): NonNullable<Configuration['ttl']> {
  const ttl =
    (kind: 'access' | 'id' | 'refresh', byDefault: number, grant = 'authorization_code_grant') =>
    (_context: unknown, token: unknown, client?: { clientId: string }): number =>
      goSeconds(clients.get(client?.clientId ?? '')?.[`${grantOf(token, grant)}_${kind}_token_lifespan`]) ??
      byDefault;
  return {
    AccessToken: ttl('access', hour),
    ClientCredentials: ttl('access', hour, 'client_credentials_grant'),
    IdToken: ttl('id', hour),
    RefreshToken: ttl('refresh', 30 * day),
    AuthorizationCode: 10 * minute,
    DeviceCode: 10 * minute,
    Interaction: 30 * minute,
    Session: 365 * day,
    Grant: 365 * day,
  };
}
