import type { IncomingHttpHeaders } from 'node:http';
import { upstreamFailed } from '../../http/upstreamErrors.ts';
import type { Hydra } from '../../provider/hydra.ts';
import type { Identities, StoredIdentity } from '../../provider/identities.ts';
import type { Kratos, SessionCredentials } from '../../provider/kratos.ts';
import { frontendRequests } from '../../provider/requests.ts';
import type { ProviderCookies } from '../../security/cookies/providerCookies.ts';
import { sessionCookies } from './answers.ts';
import { endKeys } from './endKeys.ts';
import type { ReviewedCall } from './reviewedCall.ts';
import { cookiePair } from '../../security/cookies/cookieHeaders.ts';

/** The headers from which the provider records a session's browser and address, and learns its own URL. */
const recordedHeaders = /^(?:user-agent|x-forwarded-\w+|x-request-id)$/;

const recorded = (sent: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => recordedHeaders.test(name)));

type Caller = Pick<ReviewedCall, 'sent' | 'send'>;

/** Returns the session in the `Set-Cookie` lines that hand it over. */
export const sessionIn = ([line]: readonly string[]): SessionCredentials | undefined =>
  line === undefined ? undefined : { Cookie: cookiePair(line) };

/** Signs a person in to an account without any credential of it. Returns the `Set-Cookie` lines of the session. */
export async function signIn(
  { id }: Pick<StoredIdentity, 'id'>,
  { sent, send }: Caller,
  { admin, cookies }: { admin: Identities; cookies: ProviderCookies },
): Promise<string[]> {
  const made = await admin.recoveryCode(id);
  if (!made) return [];
  const recovered = await send(
    frontendRequests.updateRecoveryFlow(made.flow, { method: 'code', code: made.code }),
    { ...recorded(sent), accept: 'application/json' },
  );
  return sessionCookies(recovered, cookies);
}

interface EndOlderOptions {
  admin: Identities;
  kratos: Kratos;
  /** Undefined where the settings name no Hydra. */
  hydra?: Hydra | undefined;
  cookies: ProviderCookies;
}

/**
 * Removes everything that an account had before its address was proved: credentials, sessions, and the grants of
 * applications.
 *
 * @param session the one that the proof has opened, which stays
 * @throws PortalError 502 or 504 if any of it could not be removed
 */
type EndOlder = (
  account: StoredIdentity,
  session: SessionCredentials | undefined,
  caller: Caller,
) => Promise<void>;

/** Ends all sessions of an account but one. */
type EndOthers = (id: string, session: SessionCredentials | undefined) => Promise<void>;

/**
 * Creates the functions that remove what an account had before. @param options without Hydra, no grants are revoked
 */
export function createEndOlder({ admin, kratos, hydra, cookies }: EndOlderOptions): {
  endOlder: EndOlder;
  endOthers: EndOthers;
} {
  const sessionIdOf = async (credentials: SessionCredentials | undefined): Promise<string | undefined> => {
    const session = credentials && (await kratos.whoami(credentials));
    return typeof session === 'object' ? (session.id ?? undefined) : undefined;
  };

  const endCredentials: EndOlder = async (account, session, caller) => {
    if ((await admin.endCredentials(account)).length === 0) return;
    const owner = session ?? sessionIn(await signIn(account, caller, { admin, cookies }));
    if (owner) await endKeys(owner, { send: caller.send, headers: recorded(caller.sent) });
    if ((await admin.endCredentials(account)).length > 0) throw upstreamFailed();
  };

  const endOthers: EndOthers = async (id, session) => admin.endSessions(id, await sessionIdOf(session));

  const endOnce: EndOlder = async (account, session, caller) => {
    await endCredentials(account, session, caller);
    await endOthers(account.id, session);
  };

  const endOlder: EndOlder = async (account, session, caller) => {
    await endOnce(account, session, caller);
    // a settings change in progress may have written back the credentials that it had read
    await endOnce(account, session, caller);
    await hydra?.grants.revoke(account.id, 'all');
  };

  return { endOlder, endOthers };
}
