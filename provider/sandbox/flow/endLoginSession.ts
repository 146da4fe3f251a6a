import type { Sandbox } from '../sandbox.ts';
import type { ClientDocument } from '../store/clients.ts';

/** A method of oidc-provider's clients that its types lack. */
interface LogoutReceiver {
  backchannelLogout: (subject: string, sid: string) => Promise<unknown>;
}

/** The clients that somebody signed in to during a login session. */
export function clientsOf({ memory, clients }: Sandbox, sid: string): ClientDocument[] {
  const ids = new Set(
    memory.consentSessions
      .all()
      .filter(({ loginSessionId }) => loginSessionId === sid)
      .map(({ clientId }) => clientId),
  );
  return [...ids].flatMap((id) => clients.get(id) ?? []);
}

/**
 * Ends a login session: tells the clients over the back channel (OpenID Connect Back-Channel Logout 1.0), then forgets
 * it here and at Kratos. A client or a Kratos that does not answer keeps nobody signed in here.
 */
export async function endLoginSession(sandbox: Sandbox, sid: string): Promise<void> {
  const { provider, memory, kratosAdminUrl } = sandbox;
  const login = memory.loginSessions.get(sid);
  const told = clientsOf(sandbox, sid)
    .filter(({ backchannel_logout_uri: uri }) => uri)
    .map(async ({ client_id }) => {
      const client = (await provider.Client.find(client_id)) as LogoutReceiver | undefined;
      await client?.backchannelLogout(login?.subject ?? '', sid);
    });
  await Promise.allSettled(told);
  memory.loginSessions.delete(sid);
  await (await provider.Session.findByUid(sid))?.destroy();
  const kratosSession = login?.identityProviderSessionId;
  if (kratosAdminUrl !== undefined && kratosSession)
    await fetch(`${kratosAdminUrl}/admin/sessions/${encodeURIComponent(kratosSession)}`, {
      method: 'DELETE',
    }).catch(() => undefined);
}
