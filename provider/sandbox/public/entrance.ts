import type { RequestHandler } from 'express';
import { rememberArrival } from '../flow/arrival.ts';
import type { Sandbox } from '../sandbox.ts';
import type { FlowChallenge } from '../store/records.ts';
import { identifyBrowser, resume } from './browserCookie.ts';

/** Whether the browser stays in its login session; otherwise a new one begins. */
async function staysInSession({ provider, records }: Sandbox, login: FlowChallenge): Promise<boolean> {
  const interaction = await provider.Interaction.find(login.request.challenge);
  const session = interaction?.session;
  if (!interaction || !session?.uid) return true;
  const known = records.loginSessions.get(session.uid);
  if (login.request.skip || (known?.remember === true && session.accountId === login.login?.subject))
    return true;
  interaction.session = undefined;
  await interaction.persist();
  return false;
}

/**
 * Handles browsers that arrive with an authorization request or return with a verifier: oidc-provider then resumes
 * the interaction. Its URLs are the portal's, whatever host the request names.
 */
export const entrance =
  (sandbox: Sandbox): RequestHandler =>
  async (request, response, next) => {
    const { host, protocol } = new URL(sandbox.portalUrl);
    Object.assign(request.headers, { host, 'x-forwarded-proto': protocol.slice(0, -1) });
    delete request.headers['x-forwarded-host'];
    const url = new URL(request.url, sandbox.portalUrl);
    const browser = identifyBrowser(request, response);
    rememberArrival(request, { url, browser });
    const { logins, consents, consentSessions } = sandbox.records;
    for (const [name, challenges] of [
      ['consent_verifier', consents],
      ['login_verifier', logins],
    ] as const) {
      const uid = url.searchParams.get(name);
      if (uid === null) continue;
      request.url = `${url.pathname}/${encodeURIComponent(uid)}`;
      const challenge = challenges.get(uid);
      if (challenge?.browser === browser) {
        const withSession = challenges === consents || (await staysInSession(sandbox, challenge));
        challenges.put(uid, { ...challenge, isUsed: true });
        if (challenge.consent) consentSessions.put(challenge.consent.grantId, challenge.consent);
        resume(request, uid, withSession);
      }
      break;
    }
    next();
  };
