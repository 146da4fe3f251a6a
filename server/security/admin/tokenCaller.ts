import { unauthorized, type Decision } from '../../gateway/authorize.ts';
import { PortalError } from '../../errors.ts';
import { askProvider } from './askProvider.ts';

/** The scope that an access token needs for admin calls. */
export const adminScope = 'portal.admin';

/** What an introspection answers (RFC 7662, section 2.2, and Hydra's `token_use`). */
interface Introspection {
  active?: unknown;
  scope?: unknown;
  sub?: unknown;
  client_id?: unknown;
  token_use?: unknown;
}

export interface TokenCallerOptions {
  /** Hydra's admin URL; without one no token is good. */
  hydraAdmin: string | undefined;
  /** The portal's own token for the provider. */
  adminToken: string | undefined;
  timeoutMs: number;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Whether an Authorization header carries an access token that may make admin calls: Hydra says that it is active, and it
 * has the scope `portal.admin`. A refresh token, which Hydra introspects as well, is not good. Hydra is not asked about the
 * scope: it calls a token that lacks it inactive, so that it could not be told from an expired one.
 *
 * @throws PortalError 502 or 504 where Hydra gives no answer
 */
export async function tokenCaller(
  authorization: string,
  { hydraAdmin, adminToken, timeoutMs }: TokenCallerOptions,
): Promise<Decision> {
  const token = /^Bearer +([\w\-.~+/]+=*)$/i.exec(authorization)?.[1];
  if (token === undefined || !hydraAdmin) return unauthorized('The access token is not valid.');
  const { status, body } = await askProvider(`${hydraAdmin}/admin/oauth2/introspect`, {
    method: 'POST',
    form: { token },
    headers: adminToken ? { Authorization: `Bearer ${adminToken}` } : {},
    timeoutMs,
  });
  const { active, scope, sub, client_id: client, token_use: use } = (body ?? {}) as Introspection;
  if (status !== 200 || active !== true || (use !== undefined && use !== 'access_token'))
    return unauthorized('The access token is not valid.');
  const caller = { by: 'token', id: text(sub) || text(client) } as const;
  if (text(scope).split(' ').includes(adminScope)) return { caller };
  const reason = `The access token lacks the scope ${adminScope}.`;
  return { caller, refusal: new PortalError(403, 'insufficient_scope', reason) };
}
