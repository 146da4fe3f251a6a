import type { Request, RequestHandler } from 'express';
import { fieldsOf, textIn } from '../../shared/fields.ts';
import { openid } from '../../shared/applications.ts';
import { challengeOver, malformedRequest } from '../http/errors.ts';
import { pageUrl } from '../urls/paths.ts';
import type { Loader } from '../pages/loader.ts';
import type { Consent, ConsentRequest, Refusal } from '../provider/challenges.ts';
import { clientDetails } from '../provider/clientDetails.ts';
import type { Hydra } from '../provider/hydra.ts';
import type { KratosFrontend } from '../provider/kratos.ts';
import { visitor } from '../provider/session.ts';
import { identifiesApplication } from '../provider/identifiesApplication.ts';
import type { Settings } from '../settings/config.ts';
import type { AskingApplication } from '../security/cookies/askingApplication.ts';
import { applicationOf } from './applicationOf.ts';
import { requireHydra, urlAfter } from './hydra.ts';
import { consentVisit, type ConsentVisit } from './consentVisit.ts';
import { isForDevice, asksForNoPage } from './requestUrl.ts';
import { justConnected } from '../security/cookies/notices.ts';
import { canRemember, rememberedScopes } from './rememberedScopes.ts';
import { claimsFor } from './scopeClaims.ts';

const secondsPerDay = 24 * 60 * 60;

/** The consent page's dependencies beside the visit. */
export interface ConsentDependencies {
  /** Undefined if the settings name no Hydra. */
  hydra: Hydra | undefined;
  settings: Settings;
  askingApplication: AskingApplication;
}

/** Builds the consent for Hydra when the signed-in identity grants scopes to the client. */
function grant(
  { request, identity, sessionId }: Extract<ConsentVisit, { kind: 'decide' }>,
  scopes: string[],
  remember: boolean,
  { CONSENT_REMEMBER_DAYS: days }: Settings,
): Consent {
  return {
    grant_scope: scopes,
    grant_access_token_audience: request.requested_access_token_audience,
    remember,
    remember_for: remember ? days * secondsPerDay : 0,
    session: { id_token: claimsFor(scopes, identity), access_token: {} },
    context: { session_id: sessionId },
  };
}

/**
 * Returns the scopes to grant without asking: all if the user granted them before or the client is the operator's
 * own, otherwise those of a remembered decision. Hydra's `skip` does not consider the audience.
 *
 * @returns undefined if the user has to be asked, which is always the case if another program could be asking in the
 * client's name (RFC 8252, section 8.6)
 */
async function scopesWithoutQuestion(hydra: Hydra, request: ConsentRequest): Promise<string[] | undefined> {
  if (isForDevice(request) || !identifiesApplication(request.client, request.request_url)) return undefined;
  const { skip, client, requested_scope: scopes, requested_access_token_audience: audience } = request;
  if (client.skip_consent || (skip && audience.length === 0)) return scopes;
  return rememberedScopes(hydra.grants, request);
}

/**
 * Returns the error for an application that wants no page (`prompt=none`; OpenID Connect Core 1.0, section 3.1.2.6).
 */
function refusalOf(visit: Exclude<ConsentVisit, { kind: 'goOn' | 'over' }>): Refusal {
  if (visit.kind === 'decide')
    return { error: 'consent_required', error_description: 'The user has to consent.' };
  if (visit.kind === 'signIn' && visit.missing === 'factor')
    return { error: 'interaction_required', error_description: 'The user has to give a second factor.' };
  return { error: 'login_required', error_description: 'The user has to sign in.' };
}

/** `GET /consent?consent_challenge=…`: asks what to grant an application, or grants scopes that need no question. */
export const consent =
  ({ hydra: given, settings, askingApplication }: ConsentDependencies): Loader =>
  async ({ query, visitor, url }) => {
    const hydra = requireHydra(given);
    const challenge = query.get('consent_challenge') ?? '';
    if (challenge === '') throw malformedRequest();
    const visit = await consentVisit(challenge, { hydra, visitor, portalUrl: settings.PORTAL_URL });
    if (visit.kind === 'over') throw challengeOver();
    if (visit.kind === 'goOn') return { redirect: visit.url };
    const { request } = visit;
    const scopes = visit.kind === 'decide' ? await scopesWithoutQuestion(hydra, request) : undefined;
    if (visit.kind === 'decide' && scopes) {
      const granted = grant(visit, scopes, false, settings);
      return { redirect: urlAfter(await hydra.challenges.acceptConsent(challenge, granted)) };
    }
    if (asksForNoPage(request.request_url))
      return { redirect: urlAfter(await hydra.challenges.rejectConsent(challenge, refusalOf(visit))) };
    if (visit.kind === 'signIn') return { redirect: visit.url };
    const client = clientDetails(request.client);
    const application = applicationOf(request, settings.PORTAL_URL);
    const kept = application && askingApplication.keep(application);
    return {
      setCookie: kept === undefined ? [] : [kept],
      languages: request.oidc_context?.ui_locales ?? [],
      images: client.logoUrl === undefined ? [] : [client.logoUrl],
      page: {
        name: 'consent',
        props: {
          challenge,
          client,
          scopes: request.requested_scope,
          ...(canRemember(request) && { rememberDays: settings.CONSENT_REMEMBER_DAYS }),
          switchUrl: pageUrl('/logout', {
            return_to: url,
            next: pageUrl('/login', { return_to: request.request_url ?? undefined }),
          }),
          ...(visit.kind === 'otherAccount' && { otherAccount: true }),
        },
      },
    };
  };

/** Returns the URL of the page whose form a request submits. */
export const consentPage = (request: Request): string =>
  pageUrl('/consent', { consent_challenge: textIn(fieldsOf(request.body).consent_challenge) });

const valuesOf = (value: unknown): string[] =>
  [value ?? []].flat().filter((one): one is string => typeof one === 'string');

/**
 * `POST /consent`: allows or denies the request, and redirects to where Hydra continues it. `restart` begins it again
 * with a sign-in, in case another account is signed in.
 *
 * @throws PortalError 400 for a scope that was not requested, 410 when the challenge is over, 502 or 504 when the
 *   provider gives no usable answer
 */
export const postConsent =
  ({
    hydra: given,
    settings,
    kratos,
  }: Omit<ConsentDependencies, 'askingApplication'> & { kratos: KratosFrontend }): RequestHandler =>
  async (request, response) => {
    const hydra = requireHydra(given);
    const fields = fieldsOf(request.body);
    const { consent_challenge: challenge, consent_action: action } = fields;
    if (typeof challenge !== 'string' || challenge === '') throw malformedRequest();
    const visit = await consentVisit(challenge, {
      hydra,
      visitor: () => visitor(kratos, request.headers.cookie),
      portalUrl: settings.PORTAL_URL,
    });
    if (visit.kind === 'over') throw challengeOver();
    if (visit.kind === 'goOn' || visit.kind === 'signIn') {
      response.redirect(303, visit.url);
      return;
    }

    const { requested_scope: requested, login_session_id: sid, request_url: restartUrl } = visit.request;
    if (action === 'restart' && restartUrl) {
      if (sid) await hydra.grants.endLoginSession(sid);
      response.redirect(303, restartUrl);
      return;
    }
    if (action === 'reject') {
      const refusal = { error: 'access_denied', error_description: 'The resource owner denied the request.' };
      const next = urlAfter(await hydra.challenges.rejectConsent(challenge, refusal));
      // a device's request has no application to return to: Hydra would answer with JSON
      response.redirect(303, isForDevice(visit.request) ? '/device/denied' : next);
      return;
    }
    // its checkbox is disabled and ticked, so the browser does not send it
    const always = requested.filter((scope) => scope === openid);
    const scopes = [...new Set([...always, ...valuesOf(fields.grant_scope)])];
    if (action !== 'accept' || visit.kind !== 'decide' || !scopes.every((scope) => requested.includes(scope)))
      throw malformedRequest();
    const remember = fields.remember !== undefined && canRemember(visit.request);
    const granted = grant(visit, scopes, remember, settings);
    const next = urlAfter(await hydra.challenges.acceptConsent(challenge, granted));
    if (isForDevice(visit.request)) response.append('Set-Cookie', justConnected.set(settings.PORTAL_URL));
    response.redirect(303, next);
  };
