import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import { decodeJwt } from 'jose';
import { clientsOf, endLoginSession } from '../flow/endLoginSession.ts';
import { paths } from '../flow/paths.ts';
import { HydraError, invalidRequest } from '../hydraError.ts';
import type { Sandbox } from '../sandbox.ts';
import type { ClientDocument } from '../store/clients.ts';
import type { LogoutChallenge } from '../store/records.ts';
import { frontChannelPage } from './frontChannelPage.ts';
import { cookiesOf } from './browserCookie.ts';

/** How long a logout request waits for its answer, in milliseconds. */
const lifespan = 30 * 60 * 1000;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A logout that the user has to confirm. */
interface LogoutRequest {
  subject: string;
  sid: string;
  clientId: string | undefined;
  redirectTo: string;
}

/** Returns where a client's user goes after the logout. @throws HydraError 400 when the client may not ask for it */
function destination(
  { post_logout_redirect_uris: allowed }: ClientDocument,
  uri: string,
  state: string,
): string {
  if (!Array.isArray(allowed) || !allowed.includes(uri))
    throw invalidRequest(
      'Logout failed because query parameter post_logout_redirect_uri is not a whitelisted as a post_logout_redirect_uri for the client.',
    );
  const url = new URL(uri);
  if (state) url.searchParams.set('state', state);
  return url.href;
}

/**
 * Reads a logout request.
 *
 * @param cookie the browser's session cookie
 * @returns the request, or the URL to redirect to if nobody is signed in
 * @throws HydraError 400 when the request is malformed or names an unknown client
 */
async function readRequest(
  sandbox: Sandbox,
  query: Record<string, unknown>,
  cookie: string | undefined,
): Promise<LogoutRequest | string> {
  const { provider, records, clients, portalUrl } = sandbox;
  const [hint, state, uri] = [query.id_token_hint, query.state, query.post_logout_redirect_uri].map(text);
  const atLogin = `${portalUrl}/login`;
  if (!hint) {
    if (state || uri)
      throw invalidRequest(
        `Logout failed because query parameter ${state ? 'state' : 'post_logout_redirect_uri'} is set but id_token_hint is missing.`,
      );
    const session = cookie === undefined ? undefined : await provider.Session.find(cookie);
    if (!session?.accountId) return atLogin;
    return { subject: session.accountId, sid: session.uid, clientId: undefined, redirectTo: atLogin };
  }
  const aud = [decodeJwt(hint).aud ?? []].flat();
  const client = await provider.Client.find(aud[0] ?? '');
  if (!client)
    throw invalidRequest(
      'Logout failed because none of the listed audiences is a registered OAuth 2.0 Client.',
    );
  const { payload } = await provider.IdToken.validate(hint, client);
  const sid = text(payload.sid);
  const redirectTo = uri ? destination(clients.require(client.clientId), uri, state ?? '') : atLogin;
  const login = records.loginSessions.get(sid);
  return login?.remember
    ? { subject: login.subject, sid, clientId: client.clientId, redirectTo }
    : redirectTo;
}

/** RP-initiated logout with Hydra's challenge, which the portal's page accepts or rejects. */
export function logout(sandbox: Sandbox): Router {
  const { portalUrl, records } = sandbox;
  const router = Router();
  router.get(paths.end_session, async (request, response) => {
    const verifier = request.query.logout_verifier;
    if (verifier !== undefined) {
      const found = records.logouts
        .all()
        .find((one) => one.verifier === verifier && one.state === 'accepted');
      if (!found) throw new HydraError(404, 'not_found', 'Unable to locate the requested resource');
      const { sid } = found.request;
      const pages = clientsOf(sandbox, sid).filter((client) => client.frontchannel_logout_uri);
      records.logouts.put(found.request.challenge, { ...found, state: 'used' });
      await endLoginSession(sandbox, sid);
      response.clearCookie('ory_hydra_session', { path: '/' });
      if (pages.length === 0) response.redirect(302, found.redirectTo);
      else response.send(frontChannelPage(pages, { issuer: portalUrl, sid }, found.redirectTo));
      return;
    }
    const requested = await readRequest(sandbox, request.query, cookiesOf(request).get('ory_hydra_session'));
    if (typeof requested === 'string') {
      response.redirect(302, requested);
      return;
    }
    const challenge: LogoutChallenge = {
      request: {
        challenge: randomUUID(),
        subject: requested.subject,
        sid: requested.sid,
        request_url: request.originalUrl,
        rp_initiated: requested.clientId !== undefined,
        requested_at: new Date().toISOString(),
        expires_at: new Date(Date.now() + lifespan).toISOString(),
      },
      clientId: requested.clientId,
      verifier: randomUUID(),
      redirectTo: requested.redirectTo,
      state: 'waits',
    };
    records.logouts.put(challenge.request.challenge, challenge);
    response.redirect(302, `${portalUrl}/logout?logout_challenge=${challenge.request.challenge}`);
  });
  return router;
}
