import type { Session } from '@ory/client';
import { fieldsOf, textIn } from '../../shared/fields.ts';
import { passedChallenge } from '../../shared/flow/flowState.ts';
import { startQuery } from '../../shared/flow/startQuery.ts';
import type { Flow, Notice, Page, PageProps } from '../../shared/page.ts';
import { challengeOver } from '../http/errors.ts';
import { fillAddress } from '../pages/fillAddress.ts';
import type { Loaded, Loader, Visit } from '../pages/loader.ts';
import { plainText } from '../../shared/plainText.ts';
import { purposeOf } from '../urls/links.ts';
import { pageUrl } from '../urls/paths.ts';
import { loginRequestIn, type LoginRequest, type Refusal } from '../upstreams/challenges.ts';
import type { Hydra } from '../upstreams/hydra.ts';
import { shownName } from '../../shared/shownName.ts';
import { signedInAlready } from '../security/cookies/notices.ts';
import { queryOf, restartedRequest } from '../security/cookies/restartedRequest.ts';
import { maxAddressLength } from '../security/request/formBounds.ts';
import { applicationOf } from './applicationOf.ts';
import { urlAfter, type OAuth2Options } from './hydra.ts';
import { leaveHydra } from './hydraSession.ts';
import { isForDevice, asksForNoPage } from './requestUrl.ts';
import { loginOf, reasonToAsk } from './singleSignOn.ts';

type Asking = NonNullable<PageProps['recovery']['application']>;

type LoginChallengeOptions = Pick<OAuth2Options, 'hydra' | 'askingApplication' | 'cookies'>;

/** The refusals for an application that wants no page (OpenID Connect Core 1.0, section 3.1.2.6). */
const loginRequired = { error: 'login_required', error_description: 'The user has to sign in.' };
const factorRequired = {
  error: 'interaction_required',
  error_description: 'The user has to give a second factor.',
};

/**
 * What becomes of a visit with a new login challenge: a redirect, or the page, which says why it asks somebody who is signed
 * in.
 */
type Before = { redirect: string; setCookie?: string[] } | { notice?: Notice };

/** Sends the browser to the second factor and back. */
const toSecondFactor = ({ url, settings }: Visit): Before => ({
  redirect: pageUrl('/login', { aal: 'aal2', return_to: settings.PORTAL_URL + url }),
});

/**
 * Begins a request again without Hydra's session, because it remembers an account that is not signed in.
 *
 * @returns undefined if that cannot help: the challenge is another browser's, or the browser keeps Hydra's cookie
 */
function withoutRemembered(
  { request_url: url }: LoginRequest,
  { cookie, settings: { PORTAL_URL: portalUrl } }: Visit,
  { cookies }: LoginChallengeOptions,
): Before | undefined {
  const left = leaveHydra(cookie, { cookies, portalUrl });
  if (!url || left.length === 0 || restartedRequest.isIn(cookie, queryOf(url), portalUrl)) return undefined;
  return { redirect: url, setCookie: [...left, restartedRequest.keep(queryOf(url), portalUrl)] };
}

/**
 * Answers a login challenge for a signed-in visitor if the session satisfies it. The visitor's consent is asked for after
 * that, so the most that a stranger's link can cause is that page, or what the visitor or the operator has granted before.
 *
 * @see docs/decisions/single-sign-on.md
 */
async function forSession(
  session: Session,
  { challenge, request }: { challenge: string; request: LoginRequest },
  visit: Visit,
  { challenges }: Hydra,
  options: LoginChallengeOptions,
): Promise<Before> {
  const { skip, subject, request_url: url } = request;
  const refuse = async (refusal: Refusal): Promise<Before> => ({
    redirect: urlAfter(await challenges.rejectLogin(challenge, refusal)),
  });
  const isQuiet = asksForNoPage(url);
  if (skip && session.identity?.id !== subject) {
    if (isQuiet) return refuse(loginRequired);
    const again = withoutRemembered(request, visit, options);
    if (!again) throw challengeOver();
    return again;
  }
  const account = visit.query.get('account') ?? undefined;
  const reason = reasonToAsk(request, session, visit.settings, account === 'stay');
  if (isQuiet && reason) return refuse(reason === 'secondFactor' ? factorRequired : loginRequired);
  const isConfirming = visit.query.get('refresh') === 'true';
  const mayAnswer = skip || (visit.settings.SINGLE_SIGN_ON === 'on' && visit.isTopLevel);
  if (!reason && !isConfirming && mayAnswer)
    return {
      redirect: urlAfter(await challenges.acceptLogin(challenge, loginOf(session))),
      ...(visit.query.has('already') &&
        !visit.isFromOtherSite && { setCookie: [signedInAlready.set(visit.settings.PORTAL_URL)] }),
    };
  if (reason === 'otherAccountAsked')
    return { redirect: pageUrl('/login/account', { login_challenge: challenge }) };
  if (reason === 'secondFactor') return visit.query.has('aal') ? {} : toSecondFactor(visit);
  // Kratos would accept a remembered sign-in for any session
  if (skip && !isConfirming)
    return { redirect: pageUrl('/login', { login_challenge: challenge, refresh: 'true', account }) };
  return reason ? { notice: reason } : {};
}

/**
 * Begins an application's request again after 'Not you?' at its consent, so that this sign-in can be cancelled like the first
 * one. Without Hydra's cookie: it remembers the former account.
 */
async function requestAgain(
  { query, cookie, visitor, isFromOtherSite, settings: { PORTAL_URL: portalUrl } }: Visit,
  { askingApplication, cookies }: LoginChallengeOptions,
): Promise<Before> {
  const url = query.size === 1 && !isFromOtherSite ? askingApplication.read(cookie)?.requestUrl : undefined;
  if (url === undefined || query.get('return_to') !== url || (await visitor()).kind !== 'signedOut')
    return {};
  return { redirect: url, setCookie: leaveHydra(cookie, { cookies, portalUrl }) };
}

/**
 * Answers a login challenge before Kratos sees it, if that needs no page.
 *
 * @throws PortalError 410 when the challenge is over
 */
async function before(visit: Visit, hydra: Hydra, options: LoginChallengeOptions): Promise<Before> {
  const challenge = visit.query.get('login_challenge');
  if (!challenge) return requestAgain(visit, options);
  const found = await hydra.challenges.login(challenge);
  if ('over' in found) throw challengeOver();
  if ('redirectTo' in found) return { redirect: found.redirectTo };
  const { request } = found;
  const who = await visit.visitor();
  if (who.kind === 'signedIn') return forSession(who.session, { challenge, request }, visit, hydra, options);
  if (who.kind !== 'unknown' && asksForNoPage(request.request_url))
    return { redirect: urlAfter(await hydra.challenges.rejectLogin(challenge, loginRequired)) };
  // Hydra would have anybody else sign in twice
  if (who.kind === 'signedOut' && request.skip) return withoutRemembered(request, visit, options) ?? {};
  return who.kind === 'secondFactor' && !visit.query.has('aal') ? toSecondFactor(visit) : {};
}

/**
 * Returns what can be shown of an application: its name, or its home page if it has no name. The home page does not
 * replace an unsuitable name, because the same person chose both.
 *
 * @param given the client as the provider describes it
 */
function shownApplication(given: unknown): Pick<Asking, 'name' | 'id'> {
  const { client_name, client_uri, client_id } = fieldsOf(given);
  const name = textIn(client_name);
  const shown = name === undefined ? plainText(textIn(client_uri) ?? '') : shownName(name);
  return { name: textIn(shown), id: textIn(client_id) };
}

/**
 * Returns a flow that Kratos began in place of an expired one, and without the application's request, which its URL still
 * names.
 */
const lostChallenge = (flow: Flow): Flow | undefined =>
  !('oauth2_login_challenge' in flow && flow.oauth2_login_challenge) &&
  startQuery(flow.request_url).has('login_challenge')
    ? flow
    : undefined;

/** Names the application on a page that leads to it, applies its wishes, and remembers it. */
async function forApplication(
  loaded: Extract<Loaded, { page: unknown }>,
  visit: Visit,
  { hydra, askingApplication }: LoginChallengeOptions,
  reason: { notice?: Notice } = {},
): Promise<Loaded> {
  const { page } = loaded;
  if (!('flow' in page.props) || page.name === 'settings') return loaded;
  const { flow } = page.props;
  const challenge = purposeOf(flow, visit).login_challenge;
  const given = loginRequestIn(flow);
  const found = !given && challenge ? await hydra?.challenges.login(challenge) : undefined;
  const request = given ?? (found && 'request' in found ? found.request : undefined);
  const shown = { ...page.props, ...reason };
  // a verification that was done on another device leads on to the sign-in
  const isDone =
    page.name === 'verification' && flow.state === passedChallenge && !('isElsewhere' in page.props);
  if (!request || isDone) return { ...loaded, page: { ...page, props: shown } as Page };
  const application: Asking = {
    ...shownApplication('oauth2_login_request' in flow ? flow.oauth2_login_request?.client : request.client),
    ...(hydra && challenge && { challenge, ...(isForDevice(request) && { isForDevice: true }) }),
  };
  const hint = textIn(request.oidc_context?.login_hint)?.slice(0, maxAddressLength);
  const again = applicationOf(request, visit.settings.PORTAL_URL);
  const verification = page.name === 'verification' ? flow.id : undefined;
  const kept =
    again && askingApplication.keep(again, { challenge, flow: verification, header: visit.cookie });
  const isSignIn = page.name === 'login' || page.name === 'registration';
  // a sign-in that the browser remembers is another account's
  const remembered = 'lastAddress' in shown ? shown.lastAddress?.toLowerCase() : undefined;
  const isOther = hint !== undefined && remembered !== undefined && remembered !== hint.toLowerCase();
  const props = {
    ...shown,
    application,
    ...(isSignIn && hint && { flow: fillAddress(flow, hint) }),
    ...(isOther && { lastAddress: undefined, lastMethods: undefined }),
  };
  return {
    ...loaded,
    page: { ...page, props } as Page,
    languages: request.oidc_context?.ui_locales ?? [],
    setCookie: [...(loaded.setCookie ?? []), ...(kept === undefined ? [] : [kept])],
  };
}

/** Wraps the loader of a page on the way to an application, such as a recovery, so that it names the application. */
export const withApplication =
  (load: Loader, options: LoginChallengeOptions): Loader =>
  async (visit) => {
    const loaded = await load(visit);
    if ('redirect' in loaded) return loaded;
    // the page works without Hydra
    return forApplication(loaded, visit, options).catch(() => loaded);
  };

/**
 * Wraps the loader of a page so that it signs users in for an application (`login_challenge`).
 *
 * @param load loads the page itself; Kratos accepts the challenge when the user has signed in
 */
export const withLoginChallenge =
  (load: Loader, options: LoginChallengeOptions): Loader =>
  async (visit) => {
    const { hydra } = options;
    const found = hydra ? await before(visit, hydra, options) : {};
    if ('redirect' in found) return found;
    const loaded = await load(visit);
    if ('redirect' in loaded) return loaded;
    const { page } = loaded;
    const lost = 'flow' in page.props && visit.query.has('flow') && lostChallenge(page.props.flow);
    if (lost) return { redirect: pageUrl(`/${page.name}`, purposeOf(lost, visit)) };
    return forApplication(loaded, visit, options, found);
  };
