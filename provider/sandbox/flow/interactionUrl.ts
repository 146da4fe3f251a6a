import type { KoaContextWithOIDC } from 'oidc-provider';
import type { FlowChallenge, Records } from '../store/records.ts';
import { arrivalOf } from './arrival.ts';
import { promptsOf, verifierNames, words } from './requestUrl.ts';
import { loginOf, sessionSubject } from './policy.ts';
import { rememberedConsent } from './rememberedConsent.ts';

interface InteractionOptions {
  /** The origin of the pages for challenges. */
  portalUrl: string;
  records: Records;
}

interface Interaction {
  uid: string;
  params: Record<string, unknown>;
}

function loginChallenge(context: KoaContextWithOIDC, { uid, params }: Interaction, records: Records): void {
  const { oidc, req } = context;
  const subject = sessionSubject(context, records) ?? '';
  const { url: requestUrl, browser } = arrivalOf(req);
  for (const name of verifierNames) requestUrl.searchParams.delete(name);
  const clientId = String(params.client_id);
  const challenge: FlowChallenge = {
    clientId,
    browser,
    isUsed: false,
    request: {
      challenge: uid,
      requested_scope: words(params.scope),
      requested_access_token_audience: words(params.audience),
      skip: subject !== '',
      subject,
      oidc_context: {
        acr_values: words(params.acr_values),
        ui_locales: words(params.ui_locales),
        ...(params.display !== undefined && { display: params.display }),
        id_token_hint_claims: oidc.entities.IdTokenHint?.payload ?? {},
        ...(params.login_hint !== undefined && { login_hint: params.login_hint }),
      },
      request_url: requestUrl.href,
      session_id: oidc.session?.uid ?? '',
    },
  };
  records.logins.put(uid, challenge);
}

/** Stores the login session once the browser has come back with an accepted login. */
function rememberLogin({ oidc }: KoaContextWithOIDC, { login }: FlowChallenge, records: Records): void {
  if (!oidc.session || !login) return;
  const { subject, remember, rememberFor, identityProviderSessionId } = login;
  records.loginSessions.put(oidc.session.uid, {
    subject,
    remember,
    ...(rememberFor > 0 && { rememberUntil: Date.now() + rememberFor * 1000 }),
    ...(identityProviderSessionId !== undefined && { identityProviderSessionId }),
  });
}

function consentChallenge(context: KoaContextWithOIDC, { uid }: Interaction, records: Records): void {
  const { session } = context.oidc;
  const login = loginOf(context, records);
  if (!login.request.skip) rememberLogin(context, login, records);
  const { clientId, request } = login;
  const subject = session?.accountId ?? '';
  const remembered = rememberedConsent(records, { subject, clientId, scopes: request.requested_scope });
  const { requested_scope, requested_access_token_audience, oidc_context, request_url } = request;
  records.consents.put(uid, {
    clientId,
    browser: arrivalOf(context.req).browser,
    isUsed: false,
    request: {
      challenge: uid,
      requested_scope,
      requested_access_token_audience,
      oidc_context,
      request_url,
      consent_request_id: crypto.randomUUID(),
      skip: remembered !== undefined && !promptsOf(request.request_url).includes('consent'),
      subject,
      login_challenge: request.challenge,
      login_session_id: session?.uid ?? '',
      acr: session?.acr ?? '',
      amr: session?.amr ?? [],
      context: login.login?.context ?? {},
    },
  });
}

/** Turns an interaction of oidc-provider into a challenge. @returns the portal's page for it */
export const interactionUrl =
  ({ portalUrl, records }: InteractionOptions) =>
  (context: KoaContextWithOIDC, interaction: Interaction & { prompt: { name: string } }): string => {
    const { name } = interaction.prompt;
    if (name === 'login') loginChallenge(context, interaction, records);
    else consentChallenge(context, interaction, records);
    const isSignUp = name === 'login' && promptsOf(arrivalOf(context.req).url.href).includes('registration');
    const page = isSignUp ? 'registration' : name;
    return `${portalUrl}/${page}?${name}_challenge=${interaction.uid}`;
  };
