import { withVerifier } from '../flow/requestUrl.ts';
import { invalidRequest, notFound } from '../hydraError.ts';
import type { Sandbox } from '../sandbox.ts';
import type { FlowChallenge } from '../store/records.ts';

const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);

/**
 * Accepts a login request for a subject.
 *
 * @returns where the browser continues
 * @throws HydraError 400 without a subject
 */
export async function acceptLogin(
  { provider, records }: Sandbox,
  challenge: FlowChallenge,
  body: Record<string, unknown>,
): Promise<string> {
  const { request } = challenge;
  const subject = text(body.subject);
  if (subject === undefined) throw invalidRequest("Field 'subject' must not be empty.");
  if (request.subject && request.subject !== subject) {
    const url = new URL(request.request_url);
    url.searchParams.set('prompt', 'login');
    return url.href;
  }
  const interaction = await provider.Interaction.find(request.challenge);
  if (!interaction) throw notFound();
  const remember = request.skip || body.remember === true;
  const session = request.skip ? await provider.Session.findByUid(interaction.session?.uid ?? '') : undefined;
  interaction.result = {
    login: {
      accountId: subject,
      remember,
      acr: text(body.acr),
      amr: Array.isArray(body.amr) ? (body.amr as string[]) : [],
      ts: session?.loginTs,
    },
  };
  await interaction.persist();
  const identityProviderSessionId = text(body.identity_provider_session_id);
  records.logins.put(request.challenge, {
    ...challenge,
    login: {
      subject,
      remember,
      rememberFor: Number(body.remember_for) || 0,
      ...(identityProviderSessionId !== undefined && { identityProviderSessionId }),
      context: body.context,
    },
  });
  return withVerifier(request.request_url, 'login_verifier', request.challenge);
}
