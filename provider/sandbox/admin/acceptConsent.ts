import { withVerifier } from '../flow/requestUrl.ts';
import { notFound } from '../hydraError.ts';
import type { Sandbox } from '../sandbox.ts';
import type { ConsentSession, FlowChallenge } from '../store/records.ts';

/** Accepts a consent request; the last of several answers counts. @returns where the browser continues */
export async function acceptConsent(
  { provider, records }: Sandbox,
  { request, clientId }: FlowChallenge,
  body: Partial<ConsentSession['session']>,
): Promise<string> {
  const interaction = await provider.Interaction.find(request.challenge);
  if (!interaction) throw notFound();
  const grant = new provider.Grant({ accountId: request.subject, clientId });
  const scopes = body.grant_scope ?? [];
  grant.addOIDCScope(scopes.join(' '));
  const grantId = await grant.save();
  interaction.result = { ...interaction.lastSubmission, consent: { grantId } };
  await interaction.persist();
  const consent: ConsentSession = {
    clientId,
    grantId,
    subject: request.subject,
    loginSessionId: String(request.login_session_id),
    session: {
      consent_request_id: String(request.consent_request_id),
      grant_scope: scopes,
      grant_access_token_audience: body.grant_access_token_audience ?? [],
      session: {
        access_token: body.session?.access_token ?? {},
        id_token: body.session?.id_token ?? {},
      },
      remember: body.remember ?? false,
      remember_for: body.remember_for ?? 0,
      handled_at: new Date().toISOString(),
      context: body.context ?? {},
      consent_request: request,
    },
  };
  const challenge = records.consents.get(request.challenge);
  if (challenge) records.consents.put(request.challenge, { ...challenge, consent });
  return withVerifier(request.request_url, 'consent_verifier', request.challenge);
}
