import { Router } from 'express';
import { endLoginSession } from '../flow/endLoginSession.ts';
import { invalidRequest } from '../hydraError.ts';
import type { Sandbox } from '../sandbox.ts';
import type { ConsentSession } from '../store/records.ts';
import { sendPage } from './pages.ts';

const base = '/admin/oauth2/auth/sessions';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Consent and login sessions (`/admin/oauth2/auth/sessions`). */
export function sessionRoutes(sandbox: Sandbox): Router {
  const { records, clients, artifacts } = sandbox;
  const router = Router();
  const revoke = (isMeant: (one: ConsentSession) => boolean): void => {
    for (const { grantId } of records.consentSessions.all().filter(isMeant)) {
      artifacts.revokeGrant(grantId);
      records.consentSessions.delete(grantId);
    }
  };

  router.get(`${base}/consent`, (request, response) => {
    const [subject, sid] = [text(request.query.subject), text(request.query.login_session_id)];
    if (!subject) throw invalidRequest("Query parameter 'subject' is not defined but should have been.");
    const granted = records.consentSessions
      .all()
      .filter((one) => one.subject === subject && (!sid || one.loginSessionId === sid))
      .filter(({ session }) => !session.consent_request.skip)
      .map(({ session, clientId }) => ({
        ...session,
        consent_request: { ...session.consent_request, client: clients.get(clientId) },
      }));
    sendPage(request, response, granted.reverse());
  });
  router.delete(`${base}/consent`, (request, response) => {
    const { query } = request;
    const [subject, client, id] = [text(query.subject), text(query.client), text(query.consent_request_id)];
    const isAll = query.all === 'true';
    if (id && !subject && !client) revoke(({ session }) => session.consent_request_id === id);
    else if (!id && subject && client && !isAll)
      revoke((one) => one.subject === subject && one.clientId === client);
    else if (!id && subject && !client && isAll) revoke((one) => one.subject === subject);
    else throw invalidRequest('Invalid combination of query parameters.');
    response.status(204).end();
  });
  router.delete(`${base}/login`, async (request, response) => {
    const [subject, sid] = [text(request.query.subject), text(request.query.sid)];
    if (!subject && !sid)
      throw invalidRequest("Either 'subject' or 'sid' query parameters need to be defined.");
    if (sid) await endLoginSession(sandbox, sid);
    else
      for (const uid of artifacts.sessionsOf(subject)) {
        records.loginSessions.delete(uid);
        await (await sandbox.provider.Session.findByUid(uid))?.destroy();
      }
    response.status(204).end();
  });
  return router;
}
