import type { Request, RequestHandler } from 'express';
import { fieldsOf, textIn } from '../../shared/fields.ts';
import { openid } from '../../shared/applications.ts';
import { challengeOver, malformedRequest } from '../http/errors.ts';
import { agreementUrl, cameBackUrl, hasToAgree, hasToRead } from '../pages/agreedFirst.ts';
import { endSession } from '../pages/endSession.ts';
import { pageUrl } from '../urls/paths.ts';
import type { Loader } from '../pages/loader.ts';
import type { Consent, ConsentRequest, Refusal } from '../upstreams/challenges.ts';
import { clientDetails } from '../upstreams/clientDetails.ts';
import type { Hydra } from '../upstreams/hydra.ts';
import { accountName, visitor } from '../upstreams/session.ts';
import { identifiesApplication, receiverOf } from '../upstreams/identifiesApplication.ts';
import { localeCookie } from '../render/locale.ts';
import { recipientOf } from '../store/recipient.ts';
import { clientOf } from '../store/recorder.ts';
import type { Settings } from '../settings/config.ts';
import { applicationOf } from './applicationOf.ts';
import { type OAuth2Options, requireHydra, urlAfter } from './hydra.ts';
import { leaveHydra } from './hydraSession.ts';
import { consentVisit, type ConsentVisit, isRecentFor } from './consentVisit.ts';
import { asksForNoPage, isForDevice, parameterOf, promptsOf } from './requestUrl.ts';
import { forgetAddresses } from '../security/cookies/browserCookies.ts';
import type { Decision } from '../security/cookies/pageCookies.ts';
import { queryOf, restartedRequest } from '../security/cookies/restartedRequest.ts';
import { justConnected, signedInAlready } from '../security/cookies/notices.ts';
import { canRemember, rememberedScopes, withdrawAnswer } from './earlierConsents.ts';
import { claimsOfContext } from './authenticationContext.ts';
import { claimsFor } from './scopeClaims.ts';

const secondsPerDay = 24 * 60 * 60;

/** Whether a request's URL says all that a decision is about, and no other program can use the answer. */
const isWhole = ({ client }: ConsentRequest, url: string): boolean =>
  parameterOf(url, 'request_uri') === undefined &&
  (parameterOf(url, 'code_challenge') !== undefined || identifiesApplication(client, url));

/** Builds the consent for Hydra when the signed-in identity grants scopes to the client. */
function grant(
  { request, identity, session }: Extract<ConsentVisit, { kind: 'decide' }>,
  scopes: string[],
  remember: boolean,
  settings: Settings,
): Consent {
  return {
    grant_scope: scopes,
    grant_access_token_audience: request.requested_access_token_audience,
    remember,
    remember_for: remember ? settings.CONSENT_REMEMBER_DAYS * secondsPerDay : 0,
    session: {
      id_token: claimsFor(scopes, identity),
      access_token: claimsOfContext(session, request, settings, isRecentFor(request)),
    },
    context: { session_id: session.id },
  };
}

/** The prompts after which the user sees whose account it is. */
const asksForThePage = new Set(['consent', 'registration']);

/**
 * Returns the scopes to grant without asking: all if the user granted them before or the client is the operator's
 * own, otherwise those of a remembered decision. Hydra's `skip` does not consider the audience.
 *
 * @returns undefined if the user has to be asked, which is always the case if another program could be asking in the
 * client's name (RFC 8252, section 8.6)
 */
async function scopesWithoutQuestion(hydra: Hydra, request: ConsentRequest): Promise<string[] | undefined> {
  if (isForDevice(request) || !identifiesApplication(request.client, request.request_url)) return undefined;
  if (promptsOf(request.request_url).some((prompt) => asksForThePage.has(prompt))) return undefined;
  const { skip, client, requested_scope: scopes, requested_access_token_audience: audience } = request;
  if (client.skip_consent || (skip && audience.length === 0)) return scopes;
  return rememberedScopes(hydra.grants, request);
}

/**
 * Returns the error for an application that wants no page (`prompt=none`; OpenID Connect Core 1.0, section 3.1.2.6).
 */
function refusalOf(visit: Exclude<ConsentVisit, { kind: 'goOn' | 'over' | 'unmet' }>): Refusal {
  if (visit.kind === 'decide')
    return { error: 'consent_required', error_description: 'The user has to consent.' };
  if (visit.kind === 'signIn' && visit.missing === 'factor')
    return { error: 'interaction_required', error_description: 'The user has to give a second factor.' };
  return { error: 'login_required', error_description: 'The user has to sign in.' };
}

/** OpenID Connect Core Error Code unmet_authentication_requirements 1.0. */
const unmet = {
  error: 'unmet_authentication_requirements',
  error_description: 'The user has no passkey and no security key.',
};

const mustAgree = { error: 'interaction_required', error_description: 'The user has to agree to new terms.' };

const denial = { error: 'access_denied', error_description: 'The resource owner denied the request.' };

/** Gives Hydra a decision. @returns where the browser continues */
const decide = async (
  { challenges }: Hydra,
  challenge: string,
  visit: Extract<ConsentVisit, { kind: 'decide' }>,
  { decision, settings }: { decision: Decision; settings: Settings },
): Promise<string> =>
  urlAfter(
    decision === 'denied'
      ? await challenges.rejectConsent(challenge, denial)
      : await challenges.acceptConsent(challenge, grant(visit, decision.scopes, decision.remember, settings)),
  );

/** `GET /consent?consent_challenge=…`: asks what to grant an application, or grants scopes that need no question. */
export const consent =
  ({
    hydra: given,
    settings,
    credentials,
    askingApplication,
    consentDecision,
    consentAccount,
  }: OAuth2Options): Loader =>
  async ({ query, visitor, url, cookie }) => {
    const hydra = requireHydra(given);
    const challenge = query.get('consent_challenge') ?? '';
    if (challenge === '') throw malformedRequest();
    const visit = await consentVisit(challenge, { hydra, visitor, credentials, settings });
    if (visit.kind === 'over') throw challengeOver();
    if (visit.kind === 'goOn') return { redirect: visit.url };
    if (visit.kind === 'unmet')
      return { redirect: urlAfter(await hydra.challenges.rejectConsent(challenge, unmet)) };
    const { request } = visit;
    if (visit.kind === 'decide' && hasToRead(await visitor()) && !asksForNoPage(request.request_url))
      return { redirect: cameBackUrl(url) };
    if (visit.kind === 'decide' && hasToAgree(await visitor(), settings))
      return {
        redirect: asksForNoPage(request.request_url)
          ? urlAfter(await hydra.challenges.rejectConsent(challenge, mustAgree))
          : agreementUrl(url),
      };
    const requestUrl = request.request_url ?? '';
    const isRestarted = restartedRequest.isIn(cookie, queryOf(requestUrl), settings.PORTAL_URL);
    const lost =
      visit.kind === 'decide' && isRestarted
        ? consentDecision.read(cookie, { requestUrl, sessionId: visit.session.id })
        : undefined;
    const scopes = visit.kind === 'decide' && !lost ? await scopesWithoutQuestion(hydra, request) : undefined;
    const decision = lost ?? (scopes && { scopes, remember: false });
    if (visit.kind === 'decide' && decision)
      return {
        redirect: await decide(hydra, challenge, visit, { decision, settings }),
        setCookie: lost ? [consentDecision.expired] : [],
      };
    if (asksForNoPage(request.request_url))
      return { redirect: urlAfter(await hydra.challenges.rejectConsent(challenge, refusalOf(visit))) };
    if (visit.kind === 'signIn') return { redirect: visit.url };
    const client = clientDetails(request.client);
    const receiver = isForDevice(request) ? undefined : receiverOf(request.client, request.request_url);
    const application = applicationOf(request, settings.PORTAL_URL);
    const kept = application && askingApplication.keep(application);
    const who = await visitor();
    const isOther = visit.kind === 'otherAccount';
    const account =
      isOther || who.kind !== 'signedIn'
        ? undefined
        : consentAccount.keep(accountName(who.session), challenge);
    const former = isOther ? consentAccount.read(cookie, challenge) : undefined;
    const isSignedInAlready = signedInAlready.isIn(cookie, settings.PORTAL_URL);
    return {
      setCookie: [
        kept ?? [],
        account ?? [],
        // after Back, the request may have to restart again
        isRestarted ? restartedRequest.expired(settings.PORTAL_URL) : [],
        isSignedInAlready ? signedInAlready.clear(settings.PORTAL_URL) : [],
      ].flat(),
      languages: request.oidc_context?.ui_locales ?? [],
      images: client.logoUrl === undefined ? [] : [client.logoUrl],
      page: {
        name: 'consent',
        props: {
          challenge,
          client,
          scopes: request.requested_scope,
          ...(receiver && { receiver }),
          ...(canRemember(request) && { rememberDays: settings.CONSENT_REMEMBER_DAYS }),
          switchUrl: pageUrl('/logout', {
            return_to: url,
            next: pageUrl('/login', { return_to: request.request_url ?? undefined }),
          }),
          ...(isForDevice(request) && { isForDevice: true }),
          ...(isSignedInAlready && { isSignedInAlready }),
          ...(isOther && { otherAccount: true }),
          ...(former !== undefined && { formerAccount: former }),
        },
      },
    };
  };

/** Returns the URL of the page whose form a request submits. */
export const consentPage = (request: Request): string =>
  pageUrl('/consent', { consent_challenge: textIn(fieldsOf(request.body).consent_challenge) });

const valuesOf = (value: unknown): string[] =>
  [value ?? []].flat().filter((one): one is string => typeof one === 'string');

/** Returns an application's request, with the address of the account that it is for, or for the signed-in one. */
function withHint(requestUrl: string, hint: unknown): string {
  const url = new URL(requestUrl);
  if (typeof hint === 'string' && hint !== '') url.searchParams.set('login_hint', hint);
  else if (url.searchParams.has('login_hint')) url.searchParams.delete('login_hint');
  return url.href;
}

/**
 * `POST /consent`: allows or denies the request, and redirects to where Hydra continues it. In case another account is signed
 * in, `restart` begins it again with that one, and `switch_to` logs it out and begins with the sign-in of the account that it
 * names, if any.
 *
 * @throws PortalError 400 for a scope that was not requested, 410 when the challenge is over, 502 or 504 when the
 *   provider gives no usable answer
 */
export const postConsent =
  ({
    hydra: given,
    settings,
    kratos,
    credentials,
    record,
    ...browserCookies
  }: OAuth2Options): RequestHandler =>
  async (request, response) => {
    const hydra = requireHydra(given);
    const fields = fieldsOf(request.body);
    const { consent_challenge: challenge, consent_action: action, switch_to: account } = fields;
    if (typeof challenge !== 'string' || challenge === '') throw malformedRequest();
    const visit = await consentVisit(challenge, {
      hydra,
      visitor: () => visitor(kratos, request.headers.cookie),
      credentials,
      settings,
    });
    if (visit.kind === 'over') throw challengeOver();
    if (visit.kind === 'unmet') {
      response.redirect(303, urlAfter(await hydra.challenges.rejectConsent(challenge, unmet)));
      return;
    }
    if (visit.kind === 'goOn' || visit.kind === 'signIn') {
      response.redirect(303, visit.url);
      return;
    }

    const { requested_scope: requested, request_url: restartUrl } = visit.request;
    if ((action === 'restart' || account !== undefined) && restartUrl) {
      const { cookie } = request.headers;
      const { PORTAL_URL: portalUrl } = settings;
      response.append('Set-Cookie', leaveHydra(cookie, { cookies: browserCookies.cookies, portalUrl }));
      if (account !== undefined) {
        const { setCookie } = await endSession(kratos, cookie, portalUrl);
        response.append('Set-Cookie', [...setCookie, ...forgetAddresses(cookie, browserCookies)]);
      }
      response.redirect(303, withHint(restartUrl, account));
      return;
    }
    const keep = (decision: Decision): void => {
      if (visit.kind !== 'decide' || !restartUrl || isForDevice(visit.request)) return;
      if (!isWhole(visit.request, restartUrl)) return;
      const kept = browserCookies.consentDecision.keep(decision, {
        requestUrl: restartUrl,
        sessionId: visit.session.id,
      });
      if (kept !== undefined) response.append('Set-Cookie', kept);
    };
    if (action === 'reject') {
      if (visit.kind === 'decide') await withdrawAnswer(hydra.grants, visit.request);
      const next = urlAfter(await hydra.challenges.rejectConsent(challenge, denial));
      keep('denied');
      // a device's request has no application to return to: Hydra would answer with JSON
      response.redirect(303, isForDevice(visit.request) ? '/device/denied' : next);
      return;
    }
    // granted whatever else is ticked
    const always = requested.filter((scope) => scope === openid);
    const scopes = [...new Set([...always, ...valuesOf(fields.grant_scope)])];
    if (action !== 'accept' || visit.kind !== 'decide' || !scopes.every((scope) => requested.includes(scope)))
      throw malformedRequest();
    const { cookie } = request.headers;
    if (settings.CONSENT_VERSION !== undefined && hasToAgree(await visitor(kratos, cookie), settings)) {
      response.redirect(303, agreementUrl(consentPage(request)));
      return;
    }
    const remember = fields.remember !== undefined && canRemember(visit.request);
    const decision = { scopes, remember };
    const next = await decide(hydra, challenge, visit, { decision, settings });
    keep(decision);
    await record?.(clientOf(request), {
      identity: visit.identity.id,
      kind: 'applicationAllowed',
      recipient: recipientOf(visit.identity, localeCookie.read(request.headers.cookie, settings.PORTAL_URL)),
      about: {
        application: clientDetails(visit.request.client).name,
        client: visit.request.client.client_id ?? undefined,
      },
    });
    if (isForDevice(visit.request)) response.append('Set-Cookie', justConnected.set(settings.PORTAL_URL));
    response.redirect(303, next);
  };
