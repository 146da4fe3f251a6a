import * as z from 'zod';
import { webUrl } from '../../shared/flow/webUrl.ts';
import { upstreamFailed } from './upstreamErrors.ts';
import { callHydra } from './callHydra.ts';
import { shownName } from '../../shared/shownName.ts';
import type { BuiltRequest } from './providerRequest.ts';
import { oauth2Requests } from './requests.ts';
import type { ProviderAnswer, Transport } from './transport.ts';

const text = z.string().nullish().catch(undefined);
/** Without a fallback: an unreadable value must not count as an empty one. */
const strictTexts = z
  .array(z.string())
  .nullish()
  .transform((list) => list ?? []);
const texts = strictTexts.catch([]);
const flag = z
  .boolean()
  .nullish()
  .catch(undefined)
  .transform((value) => value === true);

/** The fields of an OAuth2 client that the portal reads (OpenID Connect Dynamic Client Registration 1.0, section 2). */
export const oauth2Client = z.object({
  client_id: text,
  client_name: text.transform((name) => shownName(name ?? '')).optional(),
  client_uri: text,
  owner: text,
  redirect_uris: texts,
  post_logout_redirect_uris: texts,
  logo_uri: text,
  policy_uri: text,
  tos_uri: text,
  skip_consent: flag,
  skip_logout_consent: flag,
});

/** An OAuth2 client, as far as the portal reads it. */
export type OAuth2Client = z.output<typeof oauth2Client>;

const client = oauth2Client.nullish().transform((given) => given ?? oauth2Client.parse({}));

const openIdContext = z
  .object({
    acr_values: strictTexts,
    id_token_hint_claims: z.object({ sub: z.unknown().optional() }).nullish(),
    login_hint: text,
    ui_locales: texts,
  })
  .nullish();

const loginRequest = z.object({
  skip: flag,
  subject: text,
  request_url: text,
  client,
  oidc_context: openIdContext,
});

/** An application's request for a sign-in. */
export type LoginRequest = z.output<typeof loginRequest>;

/** Returns the login request that a Kratos flow was started for (`oauth2_login_request`). */
export function loginRequestIn(flow: object): LoginRequest | undefined {
  const given = 'oauth2_login_request' in flow ? flow.oauth2_login_request : undefined;
  // most flows have none, and a failed check costs as much as all else that is read from a flow
  return given ? loginRequest.safeParse(given).data : undefined;
}

const consentRequest = z.object({
  consent_request_id: text,
  subject: z.string().min(1),
  skip: flag,
  client,
  requested_scope: texts,
  requested_access_token_audience: strictTexts,
  request_url: text,
  oidc_context: openIdContext,
});

/** An application's request for the consent of a signed-in user. */
export type ConsentRequest = z.output<typeof consentRequest>;

const logoutRequest = z.object({
  subject: text,
  sid: text,
  rp_initiated: flag,
  request_url: text,
  client,
});

/** A logout that an application, or Hydra itself, asks for. */
export type LogoutRequest = z.output<typeof logoutRequest>;

/** A challenge's request; where to continue if it was answered; or `over` if it is unknown or has expired. */
type Challenged<Request> = { request: Request } | { redirectTo: string } | { over: true };

/** Where Hydra sends the browser after the answer; `over` if the challenge was answered before or has expired. */
export type Answered = { redirectTo: string } | { over: true };

/** Where Hydra sends the browser after a user code; or which part is wrong, expired or used. */
export type UserCodeAnswer = { redirectTo: string } | { refused: 'code' | 'challenge' };

/** A user's consent. */
export interface Consent {
  grant_scope: string[];
  grant_access_token_audience: string[];
  remember: boolean;
  /** How long it is remembered, in seconds; 0 means until it is withdrawn. */
  remember_for: number;
  session: { id_token: Record<string, unknown>; access_token: Record<string, unknown> };
  /** The Kratos session in which the consent was given; stored with the grant and read only by the portal. */
  context: { session_id: string };
}

/** A sign-in for an application, by the person's session at Kratos. */
export interface Login {
  subject: string;
  identity_provider_session_id: string;
  amr: string[];
  remember: boolean;
  /** How long Hydra remembers the sign-in, in seconds. */
  remember_for: number;
}

/** The error with which a request is refused (RFC 6749, section 4.1.2.1). */
export interface Refusal {
  error: string;
  error_description: string;
}

const redirect = z.object({ redirect_to: z.string().refine((url) => webUrl(url) !== undefined) });

/** Hydra's statuses for a challenge that is unknown, expired or answered. */
const overStatuses = new Set([400, 401, 403, 404, 409, 410]);

function afterAnswer(answer: ProviderAnswer): Answered {
  const { data } = redirect.safeParse(answer.body);
  if (data && (answer.status === 200 || answer.status === 410)) return { redirectTo: data.redirect_to };
  if (overStatuses.has(answer.status)) return { over: true };
  throw upstreamFailed();
}

/**
 * Creates the calls on Hydra's login, consent, logout and device challenges.
 *
 * @throws PortalError 502 or 504 when Hydra gives no usable answer
 */
export function createChallenges(transport: Transport) {
  const read = async <Request>(
    request: BuiltRequest,
    schema: z.ZodType<Request>,
  ): Promise<Challenged<Request>> => {
    const answer = await callHydra(transport, request);
    if (answer.status !== 200) return afterAnswer(answer);
    const { data } = schema.safeParse(answer.body);
    if (!data) throw upstreamFailed();
    return { request: data };
  };
  const decide = async (request: BuiltRequest): Promise<Answered> =>
    afterAnswer(await callHydra(transport, request));

  return {
    login: (challenge: string) => read(oauth2Requests.getOAuth2LoginRequest(challenge), loginRequest),
    acceptLogin: (challenge: string, login: Login) =>
      decide(oauth2Requests.acceptOAuth2LoginRequest(challenge, login)),
    rejectLogin: (challenge: string, refusal: Refusal) =>
      decide(oauth2Requests.rejectOAuth2LoginRequest(challenge, refusal)),
    consent: (challenge: string) => read(oauth2Requests.getOAuth2ConsentRequest(challenge), consentRequest),
    acceptConsent: (challenge: string, consent: Consent) =>
      decide(oauth2Requests.acceptOAuth2ConsentRequest(challenge, consent)),
    rejectConsent: (challenge: string, refusal: Refusal) =>
      decide(oauth2Requests.rejectOAuth2ConsentRequest(challenge, refusal)),
    logout: (challenge: string) => read(oauth2Requests.getOAuth2LogoutRequest(challenge), logoutRequest),
    acceptLogout: (challenge: string) => decide(oauth2Requests.acceptOAuth2LogoutRequest(challenge)),
    acceptUserCode: async (challenge: string, userCode: string): Promise<UserCodeAnswer> => {
      const request = oauth2Requests.acceptUserCodeRequest(challenge, { user_code: userCode });
      const answer = await callHydra(transport, request);
      if (answer.status === 400) return { refused: 'code' };
      const answered = afterAnswer(answer);
      return 'over' in answered ? { refused: 'challenge' } : answered;
    },
  };
}

/** Hydra's login, consent, logout and device challenges. */
export type Challenges = ReturnType<typeof createChallenges>;
