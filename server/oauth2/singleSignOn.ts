import type { Session } from '@ory/client';
import type { Login, LoginRequest } from '../upstreams/challenges.ts';
import { maxAddressLength } from '../security/request/formBounds.ts';
import type { Settings } from '../settings/config.ts';
import { identifiersOf } from '../upstreams/session.ts';
import { missingContext } from './authenticationContext.ts';
import { asksForNoPage, parameterOf, promptsOf } from './requestUrl.ts';

/** Why a session does not answer an application's request: a page then says so. */
type ReasonToAsk = 'askedAgain' | 'signInTooOld' | 'otherAccountAsked' | 'secondFactor';

/**
 * Whether a sign-in is older than the request's `max_age`. A value that is no number allows no age.
 *
 * @param since how long ago the age counted, in seconds
 */
export function isTooOld(
  { authenticated_at }: Pick<Session, 'authenticated_at'>,
  requestUrl: string | null | undefined,
  since = 0,
): boolean {
  const maxAge = parameterOf(requestUrl, 'max_age');
  if (maxAge === undefined) return false;
  const age = (Date.now() - Date.parse(authenticated_at ?? '')) / 1000;
  return !(age - since < Number(maxAge || 'none'));
}

/** Returns the `login_hint` of a request that names none of the user's own addresses. */
function otherHint(session: Session, { oidc_context: context }: LoginRequest): string | undefined {
  const hint = context?.login_hint?.trim();
  const names = identifiersOf(session).map((name) => name.toLowerCase());
  return hint && !names.includes(hint.toLowerCase()) ? hint : undefined;
}

/** Whether a request names another account by an ID token of its own, which Hydra insists on. */
export function namesAnother(session: Session, { oidc_context: context }: LoginRequest): boolean {
  const token = context?.id_token_hint_claims;
  return token?.sub !== undefined && token.sub !== session.identity?.id;
}

/** Whether a request names another account: by an ID token of its own, or by its address, unless the user stays. */
function asksForAnother(session: Session, request: LoginRequest, isStaying: boolean): boolean {
  if (namesAnother(session, request)) return true;
  // an answer without a page would tell any application who is signed in
  if (isStaying || asksForNoPage(request.request_url)) return false;
  return otherHint(session, request) !== undefined;
}

/** An email address without anything that could look like more of the page's text. */
const plainAddress = /^[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+$/;

/** Returns the other account that a request asks for, if it names it by its email address. */
export function askedAddress(session: Session, request: LoginRequest): string | undefined {
  const hint = otherHint(session, request);
  return hint !== undefined && hint.length <= maxAddressLength && plainAddress.test(hint) ? hint : undefined;
}

/**
 * Returns why a session does not answer an application's request (OpenID Connect Core 1.0, section 3.1.2.1). Hydra
 * sends a request by reference without its content, so it may ask for anything.
 *
 * @param isStaying whether the user has chosen this session's account instead of the one that the request names
 * @returns undefined if it does
 */
export function reasonToAsk(
  request: LoginRequest,
  session: Session,
  settings: Pick<Settings, 'AUTHENTICATION_CONTEXT'>,
  isStaying = false,
): ReasonToAsk | undefined {
  const { request_url: url } = request;
  if (promptsOf(url).includes('login') || parameterOf(url, 'request_uri') !== undefined) return 'askedAgain';
  if (asksForAnother(session, request, isStaying)) return 'otherAccountAsked';
  if (isTooOld(session, url)) return 'signInTooOld';
  // the consent asks for a key
  return missingContext(session, request, settings) === 'factor' ? 'secondFactor' : undefined;
}

/**
 * Builds the answer that Kratos would give Hydra for a session, except that Hydra does not remember the sign-in for longer
 * than the session lasts.
 */
export const loginOf = ({ id, identity, authentication_methods, expires_at }: Session): Login => ({
  subject: identity?.id ?? '',
  identity_provider_session_id: id,
  amr: (authentication_methods ?? []).map(({ method }) => String(method)),
  remember: true,
  remember_for: Math.max(0, Math.floor((Date.parse(expires_at ?? '') - Date.now()) / 1000)) || 0,
});
