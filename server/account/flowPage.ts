import { classify, type Outcome } from '../../shared/flow/classify.ts';
import { startQuery } from '../../shared/flow/startQuery.ts';
import { stepUpUrl } from '../../shared/flow/signInUrl.ts';
import { asksCode, passedChallenge, sentEmail } from '../../shared/flow/flowState.ts';
import type { Flow, FlowKind, FlowOf, Notice } from '../../shared/page.ts';
import { failureError, upstreamFailed } from '../upstreams/upstreamErrors.ts';
import { fetchFlow, startFlow, type StartQuery } from '../upstreams/flows.ts';
import type { CookieAnswer } from '../upstreams/kratos.ts';
import { justRefused, justResent, signedInAlready } from '../security/cookies/notices.ts';
import { returnTo } from '../security/request/returnTo.ts';
import type { Loaded, Visit } from '../pages/loader.ts';
import { purposeOf, signInAgain } from '../urls/links.ts';
import { pageUrl } from '../urls/paths.ts';

/** A flow to show, or a redirect. */
export type LoadedFlow<Kind extends FlowKind> =
  { flow: FlowOf[Kind]; notice?: Notice; setCookie: string[] } | Extract<Loaded, { redirect: string }>;

/** Returns the parameters for starting a new flow, from the visit's URL, with checked return addresses. */
function checkedStartQuery(visit: Visit): StartQuery {
  const { PORTAL_URL, ALLOWED_RETURN_URLS } = visit.settings;
  const query: StartQuery = { ...Object.fromEntries(startQuery(visit.url)), locale: visit.locale };
  for (const name of ['return_to', 'after_verification_return_to'] as const)
    query[name] = returnTo(query[name], PORTAL_URL, ALLOWED_RETURN_URLS);
  return query;
}

/**
 * Returns the URL of the sign-in page, for a visit without a session. If there was one before, the page says that it
 * has ended.
 */
function signIn(kind: FlowKind, visit: Visit): string {
  const parameters = kind === 'login' ? purposeOf({}, visit) : { return_to: visit.url };
  const hadSession = visit.hasSessionCookie || visit.query.has('flow');
  return hadSession ? signInAgain(parameters) : pageUrl('/login', parameters);
}

/** Where a recovery leads somebody who is signed in. */
export const logoutForRecovery = pageUrl('/logout', { next: '/recovery' });

/** Returns where to send a browser that asks to sign in, register or recover but is already signed in. */
function afterSignIn(kind: FlowKind, query: StartQuery): string {
  // Kratos accepts the challenge and sends the browser back to Hydra only on a navigation.
  if (query.login_challenge !== undefined)
    return pageUrl(`/self-service/${kind === 'registration' ? kind : 'login'}/browser`, {
      login_challenge: query.login_challenge,
    });
  // the page that asks says why
  return query.return_to ?? (kind === 'recovery' ? logoutForRecovery : '/');
}

/** Returns where to redirect when the answer is not a flow to show. */
function redirectFor(kind: FlowKind, visit: Visit, query: StartQuery, outcome: Outcome): string {
  switch (outcome.kind) {
    case 'navigate':
      return kind === 'login' ? outcome.url : stepUpUrl(outcome.url, visit.settings.PORTAL_URL + visit.url);
    case 'done':
      return outcome.next ?? '/';
    case 'signedIn':
      return afterSignIn(kind, query);
    case 'signedOut':
      return signIn(kind, visit);
    case 'failure':
      throw failureError(outcome);
    default:
      throw upstreamFailed();
  }
}

/**
 * Whether a flow is an app's: anybody who has begun one can read what is typed into it. A verification is shown once its mail
 * has been sent, because its link leads to the page.
 */
const isOfApp = (kind: FlowKind, { type, state }: Flow): boolean =>
  type === 'api' && !(kind === 'verification' && (state === sentEmail || state === passedChallenge));

/**
 * Loads the flow that a page shows: the one named by `?flow=`, or a new one. An expired flow is replaced by a new one
 * with the same parameters, and the page says so.
 *
 * @throws PortalError when the provider gives no usable answer, or `return_to` is not allowed
 */
export async function loadFlow<Kind extends FlowKind>(kind: Kind, visit: Visit): Promise<LoadedFlow<Kind>> {
  const { kratos, cookie } = visit;
  const query = checkedStartQuery(visit);
  const setCookie: string[] = [];
  const outcomeOf = (answer: CookieAnswer): Outcome => {
    setCookie.push(...answer.setCookie);
    return classify(kind, answer);
  };

  const id = visit.query.get('flow');
  let notice: Notice | undefined;
  const isRefused = justRefused.isIn(cookie, visit.settings.PORTAL_URL);
  if (isRefused) setCookie.push(justRefused.clear(visit.settings.PORTAL_URL));
  if (id) {
    const outcome = outcomeOf(await kratos.answer(fetchFlow[kind](id), { cookie }));
    if (outcome.kind === 'flow' && !isOfApp(kind, outcome.flow)) {
      const { PORTAL_URL } = visit.settings;
      const isResent = justResent.isIn(cookie, PORTAL_URL) && asksCode(outcome.flow);
      if (isResent) setCookie.push(justResent.clear(PORTAL_URL));
      const news = isRefused ? 'csrf' : isResent ? 'codeResent' : undefined;
      return { flow: outcome.flow as FlowOf[Kind], ...(news && { notice: news }), setCookie };
    }
    if (outcome.kind === 'flow') notice = 'elsewhere';
    else if (outcome.kind === 'restart') {
      notice = outcome.notice === 'csrf' && !isRefused ? await refusal(kind, visit) : outcome.notice;
      if (notice === 'expired' && visit.query.get('link') === 'over') notice = 'linkOver';
      query.return_to ??= safeReturnTo(outcome.returnTo, visit);
    } else return { redirect: redirectFor(kind, visit, query, outcome), setCookie };
  }

  const begun = await kratos.answer(startFlow[kind](query), { cookie });
  visit.flowsOff.note(kind, begun);
  const outcome = outcomeOf(begun);
  if (outcome.kind === 'flow')
    return { flow: outcome.flow as FlowOf[Kind], ...(notice && { notice }), setCookie };
  const redirect = redirectFor(kind, visit, query, outcome);
  // the start page says why it is shown instead, unless it leads to the second factor that the session still lacks
  if (outcome.kind === 'signedIn' && redirect === '/' && (await visit.visitor()).kind === 'signedIn')
    setCookie.push(signedInAlready.set(visit.settings.PORTAL_URL));
  return { redirect, setCookie };
}

/**
 * Returns the notice for a flow that the provider refuses to show this browser. A GET sends no CSRF token, so the
 * flow began in another browser, or before a sign-in here renewed the token; the latter needs no notice.
 */
async function refusal(kind: FlowKind, { visitor }: Visit): Promise<Notice | undefined> {
  const isSignIn = kind === 'login' || kind === 'registration';
  return isSignIn && (await visitor()).kind === 'signedIn' ? undefined : 'elsewhere';
}

/**
 * Returns the expired flow's `return_to`; undefined if it is not or no longer allowed, which should not fail the
 * visit.
 */
function safeReturnTo(value: string | undefined, { settings }: Visit): string | undefined {
  try {
    return returnTo(value, settings.PORTAL_URL, settings.ALLOWED_RETURN_URLS);
  } catch {
    return undefined;
  }
}
