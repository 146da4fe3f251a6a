import { Router, type Request } from 'express';
import { HandledBefore, invalidRequest, noSuchResource, notFound } from '../hydraError.ts';
import { jsonBody } from '../jsonBody.ts';
import type { Sandbox } from '../sandbox.ts';
import type { FlowChallenge } from '../store/records.ts';
import { acceptConsent } from './acceptConsent.ts';
import { acceptLogin } from './acceptLogin.ts';
import { reject } from './reject.ts';
import { acceptUserCode } from './acceptUserCode.ts';

const base = '/admin/oauth2/auth/requests';

/** Reads the challenge of a call. @throws HydraError 400 when it has none */
function challengeIn({ query }: Request, kind: string): string {
  const challenge = query[`${kind}_challenge`] ?? query.challenge;
  if (typeof challenge !== 'string' || !challenge)
    throw invalidRequest("Query parameter 'challenge' is not defined but should have been.");
  return challenge;
}

/** Returns the challenge, unless it was used. @throws HandledBefore once the browser has come back with its answer */
function unused(challenge: FlowChallenge): FlowChallenge {
  if (challenge.isUsed) throw new HandledBefore(challenge.request.request_url);
  return challenge;
}

/** Login, consent, logout and device requests (`/admin/oauth2/auth/requests`). */
export function requestRoutes(sandbox: Sandbox): Router {
  const { records, clients } = sandbox;
  const router = Router();
  const stored = { login: records.logins, consent: records.consents };
  const accept = { login: acceptLogin, consent: acceptConsent };
  for (const kind of ['login', 'consent'] as const) {
    const find = (request: Request): FlowChallenge => {
      const found = stored[kind].get(challengeIn(request, kind));
      if (!found) throw notFound();
      return found;
    };
    router.get(`${base}/${kind}`, (request, response) => {
      const { request: asked, clientId } = unused(find(request));
      response.json({ ...asked, client: clients.get(clientId) });
    });
    router.put(`${base}/${kind}/accept`, jsonBody, async (request, response) => {
      const body = request.body as Record<string, unknown>;
      response.json({ redirect_to: await accept[kind](sandbox, unused(find(request)), body) });
    });
    router.put(`${base}/${kind}/reject`, jsonBody, async (request, response) => {
      const body = request.body as Record<string, unknown>;
      response.json({ redirect_to: await reject(sandbox, kind, unused(find(request)), body) });
    });
  }

  const findLogout = (request: Request) => {
    const id = request.query.logout_challenge ?? request.query.challenge;
    const found = typeof id === 'string' ? records.logouts.get(id) : undefined;
    if (!found) throw noSuchResource();
    return found;
  };
  router.get(`${base}/logout`, (request, response) => {
    const { request: asked, clientId, state } = findLogout(request);
    if (state === 'used') throw new HandledBefore(asked.request_url);
    response.json({ ...asked, client: clientId === undefined ? null : clients.get(clientId) });
  });
  router.put(`${base}/logout/accept`, (request, response) => {
    const found = findLogout(request);
    if (found.state === 'waits')
      records.logouts.put(found.request.challenge, { ...found, state: 'accepted' });
    const query = new URLSearchParams({ logout_verifier: found.verifier });
    response.json({ redirect_to: `${sandbox.portalUrl}/oauth2/sessions/logout?${query}` });
  });
  router.put(`${base}/logout/reject`, (request, response) => {
    const found = findLogout(request);
    records.logouts.put(found.request.challenge, { ...found, state: 'rejected' });
    response.status(204).end();
  });
  router.put(`${base}/device/accept`, jsonBody, async (request, response) => {
    const challenge = challengeIn(request, 'device');
    response.json({
      redirect_to: await acceptUserCode(sandbox, challenge, request.body as Record<string, unknown>),
    });
  });
  return router;
}
