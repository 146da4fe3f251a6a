import type { RequestHandler } from 'express';
import { rememberAskedUrl } from '../flow/askedUrl.ts';
import type { Sandbox } from '../sandbox.ts';
import type { FlowChallenge } from '../store/memory.ts';
import { restoreResumeCookie, rewriteResumeCookies } from './resumeCookies.ts';

/** Whether the browser goes on in its login session; otherwise a new one begins. */
async function staysInSession(
  { provider, memory }: Sandbox,
  uid: string,
  login: FlowChallenge,
): Promise<boolean> {
  const interaction = await provider.Interaction.find(uid);
  const session = interaction?.session;
  if (!interaction || !session?.uid) return true;
  const known = memory.loginSessions.get(session.uid);
  if (login.request.skip || (known?.remember === true && session.accountId === login.login?.subject))
    return true;
  interaction.session = undefined;
  await interaction.persist();
  return false;
}

/**
 * Where browsers come in with an authorization request, and come back with verifiers: oidc-provider then resumes the
 * interaction. Its URLs are the portal's, whatever host the request names.
 */
export const entrance =
  (sandbox: Sandbox): RequestHandler =>
  async (request, response, next) => {
    const { host, protocol } = new URL(sandbox.portalUrl);
    Object.assign(request.headers, { host, 'x-forwarded-proto': protocol.slice(0, -1) });
    delete request.headers['x-forwarded-host'];
    const url = new URL(request.url, sandbox.portalUrl);
    rememberAskedUrl(request, url);
    rewriteResumeCookies(response);
    const { memory } = sandbox;
    for (const kind of ['consent', 'login'] as const) {
      const uid = url.searchParams.get(`${kind}_verifier`);
      if (uid === null) continue;
      const requests = kind === 'login' ? memory.logins : memory.consents;
      const challenge = requests.get(uid);
      const withSession = kind === 'consent' || !challenge || (await staysInSession(sandbox, uid, challenge));
      if (challenge) requests.put(uid, { ...challenge, isUsed: true });
      restoreResumeCookie(request, uid, withSession);
      request.url = `${url.pathname}/${encodeURIComponent(uid)}`;
      break;
    }
    next();
  };
