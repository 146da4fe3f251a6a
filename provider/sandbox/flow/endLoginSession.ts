import type { Sandbox } from '../sandbox.ts';
import type { ClientDocument } from '../store/clients.ts';

/** A method of oidc-provider's clients that its types lack. */
interface LogoutReceiver {
  backchannelLogout: (subject: string, sid: string) => Promise<unknown>;
}

/** Returns the clients that a user signed in to during a login session. */
export function clientsOf({ records, clients }: Sandbox, sid: string): ClientDocument[] {
  const ids = new Set(
    records.consentSessions
      .all()
      .filter(({ loginSessionId }) => loginSessionId === sid)
      .map(({ clientId }) => clientId),
  );
  return [...ids].flatMap((id) => clients.get(id) ?? []);
}

/**
 * Ends a login session: notifies the clients over the back channel (OpenID Connect Back-Channel Logout 1.0), then deletes
 * the session here and at Kratos, whether or not a client or Kratos answers.
 */
export async function endLoginSession(sandbox: Sandbox, sid: string): Promise<void> {
  const { provider, records, kratosAdminUrl } = sandbox;
  const login = records.loginSessions.get(sid);
  const notified = clientsOf(sandbox, sid)
    .filter(({ backchannel_logout_uri: uri }) => uri)
    .map(async ({ client_id }) => {
      const client = (await provider.Client.find(client_id)) as LogoutReceiver | undefined;
      await client?.backchannelLogout(login?.subject ?? '', sid);
    });
  await Promise.allSettled(notified);
  records.loginSessions.delete(sid);
  await (await provider.Session.findByUid(sid))?.destroy();
  const kratosSession = login?.identityProviderSessionId;
  if (kratosAdminUrl !== undefined && kratosSession)
    await fetch(`${kratosAdminUrl}/admin/sessions/${encodeURIComponent(kratosSession)}`, {
      method: 'DELETE',
    }).catch(() => undefined);
}
