import { textIn } from '../../shared/fields.ts';
import type { FlowOf, Page } from '../../shared/page.ts';
import { challengeOver } from '../http/errors.ts';
import { fillAddress } from '../pages/fillAddress.ts';
import type { Loaded, Loader, Visit } from '../pages/loader.ts';
import { plainText } from '../../shared/plainText.ts';
import { pageUrl } from '../urls/paths.ts';
import { loginRequestIn, type LoginRequest } from '../provider/challenges.ts';
import type { Hydra } from '../provider/hydra.ts';
import { shownName } from '../../shared/shownName.ts';
import type { AskingApplication } from '../security/cookies/askingApplication.ts';
import { applicationOf } from './applicationOf.ts';
import { urlAfter } from './hydra.ts';
import { isForDevice, asksForNoPage } from './requestUrl.ts';

interface LoginChallengeOptions {
  /** Undefined if the settings name no Hydra. */
  hydra: Hydra | undefined;
  askingApplication: AskingApplication;
}

/** The refusal for an application that wants no page (OpenID Connect Core 1.0, section 3.1.2.6). */
const loginRequired = { error: 'login_required', error_description: 'The user has to sign in.' };

/**
 * Checks a new login challenge before Kratos sees it: Kratos would accept one that needs no sign-in (`skip`) for any
 * session, even another account's or one that still awaits its second factor.
 *
 * @returns where to send the browser instead; undefined if Kratos may continue
 * @throws PortalError 410 when the challenge is over
 */
async function redirectBefore(visit: Visit, hydra: Hydra): Promise<string | undefined> {
  const challenge = visit.query.get('login_challenge');
  if (!challenge || visit.query.has('flow')) return undefined;
  const found = await hydra.challenges.login(challenge);
  if ('over' in found) throw challengeOver();
  if ('redirectTo' in found) return found.redirectTo;
  const { skip, subject, session_id: sid, request_url: url } = found.request;
  if (!skip) return undefined;

  const who = await visit.visitor();
  const isSubject = who.kind === 'signedIn' && who.session.identity?.id === subject;
  if (!isSubject && who.kind !== 'unknown' && asksForNoPage(url)) {
    return urlAfter(await hydra.challenges.rejectLogin(challenge, loginRequired));
  }
  if (who.kind === 'secondFactor' && !visit.query.has('aal'))
    return pageUrl('/login', { aal: 'aal2', return_to: visit.settings.PORTAL_URL + visit.url });
  // Kratos accepts the challenge at once, and tells only a browser where to continue
  if (isSubject) return pageUrl('/self-service/login/browser', { login_challenge: challenge });
  if (who.kind !== 'signedIn' || !url) return undefined;
  if (sid) await hydra.grants.endLoginSession(sid);
  return url;
}

type SignInFlow = FlowOf['login' | 'registration'];

/** The longest hint to fill in; addresses are shorter (RFC 5321, section 4.5.3.1.3). */
const longestHint = 254;

/**
 * Reduces a flow's application to what can be shown: its name, or its home page if it has no name. The home page does
 * not replace an unsuitable name, because the same person chose both.
 */
function withShownName(flow: SignInFlow): SignInFlow {
  const { oauth2_login_request: request } = flow;
  if (!request?.client) return flow;
  const name = textIn(request.client.client_name);
  const client_name =
    name === undefined ? plainText(textIn(request.client.client_uri) ?? '') : shownName(name);
  const client = { ...request.client, client_name };
  return { ...flow, oauth2_login_request: { ...request, client } };
}

/**
 * Returns the login request of the application that a flow was started for; Kratos 1.3.1 leaves it out of a new
 * registration.
 */
async function requestOf(flow: SignInFlow, hydra: Hydra | undefined): Promise<LoginRequest | undefined> {
  const given = loginRequestIn(flow);
  if (given || !hydra || !flow.oauth2_login_challenge) return given;
  const found = await hydra.challenges.login(flow.oauth2_login_challenge);
  return 'request' in found ? found.request : undefined;
}

/** Applies the application's wishes to the sign-in page, and remembers the application. */
async function forApplication(
  loaded: Extract<Loaded, { page: unknown }>,
  visit: Visit,
  { hydra, askingApplication }: LoginChallengeOptions,
): Promise<Loaded> {
  const { page } = loaded;
  if (page.name !== 'login' && page.name !== 'registration') return loaded;
  const flow = withShownName(page.props.flow);
  const request = await requestOf(page.props.flow, hydra);
  const challenge = flow.oauth2_login_challenge;
  const cancel =
    hydra && request && challenge
      ? { challenge, ...(isForDevice(request) && { isForDevice: true }) }
      : undefined;
  const props = { ...page.props, flow, ...(cancel && page.name === 'login' && { cancel }) };
  const named = { ...loaded, page: { ...page, props } as Page };
  if (!request) return named;
  const hint = textIn(request.oidc_context?.login_hint)?.slice(0, longestHint);
  const application = applicationOf(request, visit.settings.PORTAL_URL);
  const kept = application && askingApplication.keep(application);
  return {
    ...named,
    ...(hint !== undefined && {
      page: { ...page, props: { ...props, flow: fillAddress(flow, hint) } } as Page,
    }),
    languages: request.oidc_context?.ui_locales ?? [],
    setCookie: [...(loaded.setCookie ?? []), ...(kept === undefined ? [] : [kept])],
  };
}

/**
 * Wraps the loader of a page so that it signs users in for an application (`login_challenge`).
 *
 * @param load loads the page itself; Kratos accepts the challenge when the user has signed in
 */
export const withLoginChallenge =
  (load: Loader, options: LoginChallengeOptions): Loader =>
  async (visit) => {
    const { hydra } = options;
    const redirect = hydra && (await redirectBefore(visit, hydra));
    if (redirect !== undefined) return { redirect };
    const loaded = await load(visit);
    return 'redirect' in loaded ? loaded : forApplication(loaded, visit, options);
  };
