import { unauthorized, type Decision } from './authorize.ts';
import { PortalError } from '../../http/errors.ts';
import { askProvider } from './askProvider.ts';

/** The scope that an access token needs for admin calls. */
export const adminScope = 'portal.admin';

/** What an introspection answers (RFC 7662, section 2.2, and Hydra's `token_use`). */
interface Introspection {
  active?: unknown;
  scope?: unknown;
  sub?: unknown;
  client_id?: unknown;
  aud?: unknown;
  token_use?: unknown;
}

export interface TokenCallerOptions {
  /** The ids of the OAuth2 clients that are admins: PORTAL_ADMIN_CLIENTS. */
  adminClients: readonly string[];
  /** Hydra's admin URL; without one no token is good. */
  hydraAdmin: string | undefined;
  /** The portal's own token for the provider. */
  adminToken: string | undefined;
  /** The portal's own origin, which a token with any audience must name. */
  portalUrl: string;
  timeoutMs: number;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Whether a token is meant for the portal: its audience (RFC 7519, section 4.1.3) is empty, or names the portal. */
function isFor(aud: unknown, portalUrl: string): boolean {
  if (aud === undefined || aud === null) return true;
  return Array.isArray(aud) ? aud.length === 0 || aud.includes(portalUrl) : aud === portalUrl;
}

/** Why an active access token is not an admin's; undefined where it is. */
function refusalOf(token: Introspection, { adminClients, portalUrl }: TokenCallerOptions) {
  const { client_id: client, sub, aud, scope } = token;
  const forbidden = (reason: string) => new PortalError(403, 'forbidden', reason);
  if (typeof client !== 'string' || !adminClients.includes(client))
    return forbidden('The client of the access token is not an admin of the portal.');
  if (sub !== client) return forbidden('The access token does not stand for its client alone.');
  if (!isFor(aud, portalUrl)) return forbidden('The access token is meant for another audience.');
  if (text(scope).split(' ').includes(adminScope)) return undefined;
  return new PortalError(403, 'insufficient_scope', `The access token lacks the scope ${adminScope}.`);
}

/**
 * Whether an Authorization header carries an access token that may make admin calls. Hydra says that it is active and an
 * access token; its client is listed and acts for itself (the subject is the client, so no user has lent it the scope); it
 * has the scope `portal.admin`; and its audience, if it has any, is the portal. The scope alone proves nothing: where
 * clients register themselves, anyone can have it.
 *
 * A Hydra that leaves `token_use` out (1.8 and older) is not believed: a refresh token would look the same. Hydra is not
 * asked about the scope: it calls a token that lacks it inactive, so that it could not be told from an expired one.
 *
 * @throws PortalError 502 or 504 where Hydra gives no answer
 */
export async function tokenCaller(authorization: string, options: TokenCallerOptions): Promise<Decision> {
  const { hydraAdmin, adminToken, timeoutMs } = options;
  const token = /^Bearer +([\w\-.~+/]+=*)$/i.exec(authorization)?.[1];
  if (token === undefined || !hydraAdmin) return unauthorized('The access token is not valid.');
  const { status, body } = await askProvider(`${hydraAdmin}/admin/oauth2/introspect`, {
    method: 'POST',
    form: { token },
    headers: adminToken ? { Authorization: `Bearer ${adminToken}` } : {},
    timeoutMs,
  });
  const known = (body ?? {}) as Introspection;
  if (status !== 200 || known.active !== true || known.token_use !== 'access_token')
    return unauthorized('The access token is not valid.');
  const caller = { by: 'token', id: text(known.sub) || text(known.client_id) } as const;
  const refusal = refusalOf(known, options);
  return { caller, ...(refusal && { refusal }) };
}
