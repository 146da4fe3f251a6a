import { withVerifier } from '../flow/requestUrl.ts';
import { notFound } from '../hydraError.ts';
import type { Sandbox } from '../sandbox.ts';
import type { FlowChallenge } from '../store/records.ts';

/** Rejects a login or consent request with the error that the client gets. @returns where the browser continues */
export async function reject(
  { provider, records }: Sandbox,
  kind: 'login' | 'consent',
  { request }: FlowChallenge,
  { error, error_description }: Record<string, unknown>,
): Promise<string> {
  const interaction = await provider.Interaction.find(request.challenge);
  if (!interaction) throw notFound();
  interaction.result = {
    error: typeof error === 'string' && error ? error : `${kind} request denied`,
    ...(typeof error_description === 'string' && { error_description }),
  };
  await interaction.persist();
  const consent = kind === 'consent' ? records.consents.get(request.challenge) : undefined;
  if (consent) records.consents.put(request.challenge, { ...consent, consent: undefined });
  return withVerifier(request.request_url, `${kind}_verifier`, request.challenge);
}
