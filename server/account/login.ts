import type { UiText } from '@ory/client';
import { inputAttributes, isHidden } from '../../shared/flow/inputAttributes.ts';
import { isStepUp } from '../../shared/flow/flowState.ts';
import { pagePath } from '../../shared/flow/pagePath.ts';
import { startQuery } from '../../shared/flow/startQuery.ts';
import type { FlowOf, Notice, Remembered } from '../../shared/page.ts';
import { loadFlow } from './flowPage.ts';
import {
  justRegistered,
  justSignedOut,
  justVerified,
  type OneTimeNotice,
} from '../security/cookies/notices.ts';
import { fillAddress } from '../pages/fillAddress.ts';
import { linkTo, purposeOf } from '../urls/links.ts';
import { forgetMethods, lastMethods } from '../security/cookies/lastMethods.ts';
import { onlyMethodOf } from './onlyMethod.ts';
import type { Loaded, Loader, Visit } from '../pages/loader.ts';
import { pageUrl } from '../urls/paths.ts';
import { forgetAddresses, type AddressCookies } from '../security/cookies/forgetAddresses.ts';
import { noMethods } from '../../shared/flow/messageId.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';

/** The one-time notices about the visitor's last step, latest step first. */
const justDone = [
  ['signedOut', justSignedOut],
  ['verified', justVerified],
  ['registered', justRegistered],
] as const satisfies [Notice, OneTimeNotice][];

/** The provider's message for a sign-in without any method. */
const noMethodsMessage: UiText = {
  id: noMethods,
  type: 'error',
  text: 'No authentication methods are available. Please contact the system administrator.',
};

/** The links below the form. Kratos recovers an account only while logged out, so links to it may log out first. */
function linksOf(flow: FlowOf['login'], visit: Visit): Record<string, string> {
  const purpose = purposeOf(flow, visit);
  const { isOff } = visit.flowsOff;
  const recovery = isOff('recovery') ? undefined : linkTo('recovery', purpose, visit);
  if (!isStepUp(flow))
    return {
      ...(!isOff('registration') && { signupUrl: linkTo('registration', purpose, visit) }),
      ...(recovery !== undefined && { forgotPasswordUrl: recovery }),
    };
  const logoutTo = (next: string): string => pageUrl('/logout', { return_to: visit.url, next });
  const asksPassword = flow.ui.nodes.some((node) => inputAttributes(node)?.name === nodeName.password);
  return {
    logoutUrl: logoutTo(linkTo('login', purpose, visit)),
    ...(asksPassword && recovery !== undefined && { forgotPasswordUrl: logoutTo(recovery) }),
  };
}

/**
 * Adds a message if no sign-in method is offered (an organization without single sign-on) and the provider sends
 * none.
 */
function withoutMethods(flow: FlowOf['login']): FlowOf['login'] {
  const { nodes, messages } = flow.ui;
  if (flow.requested_aal === 'aal2' || !nodes.every(isHidden) || messages?.length) return flow;
  return { ...flow, ui: { ...flow.ui, messages: [noMethodsMessage] } };
}

/** Whether a flow asks for a second factor that the session already has, because the user went back to its page. */
async function isCompletedStepUp(flow: FlowOf['login'], { query, visitor }: Visit): Promise<boolean> {
  if (!query.has('flow') || flow.requested_aal !== 'aal2' || flow.refresh) return false;
  const who = await visitor();
  return who.kind === 'signedIn' && who.session.authenticator_assurance_level === 'aal2';
}

/** Forgets the account that the browser remembers, because somebody else is using it ('Not you?'). */
function forgetAccount({ url, cookie, settings }: Visit, cookies: AddressCookies): Loaded {
  const methods = forgetMethods(cookie, settings.PORTAL_URL);
  return {
    redirect: pagePath('login', startQuery(url)),
    setCookie: [...forgetAddresses(cookie, cookies), ...(methods === undefined ? [] : [methods])],
  };
}

/**
 * Returns what the browser remembers of the last sign-in; no address if a user is signed in, who may be a different
 * one.
 */
function remembered(
  flow: FlowOf['login'],
  { cookie, settings }: Visit,
  { lastAddress }: AddressCookies,
): Remembered {
  if (settings.REMEMBER_METHOD === 'off') return {};
  const address = isStepUp(flow) ? undefined : lastAddress.read(cookie);
  return { lastMethods: lastMethods(cookie, settings.PORTAL_URL), lastAddress: address };
}

/**
 * Returns the address typed into the previous flow or this one: Kratos empties the form if a web hook refuses the
 * sign-in. None if a user is signed in.
 */
function typedAddress(
  flow: FlowOf['login'],
  { query, cookie }: Visit,
  { flowAddress }: AddressCookies,
): string | undefined {
  const before = query.get('verified') ?? query.get('existing') ?? flow.id;
  return isStepUp(flow) ? undefined : flowAddress.read(cookie, before);
}

/**
 * `GET /login`: sign in, confirm the identity (`refresh`), or give a second factor (`aal=aal2`). `forget` starts
 * again without the remembered account.
 */
export const login =
  (cookies: AddressCookies): Loader =>
  async (visit) => {
    if (visit.query.has('forget')) return forgetAccount(visit, cookies);
    const loaded = await loadFlow('login', visit);
    if ('redirect' in loaded) return loaded;
    if (await isCompletedStepUp(loaded.flow, visit))
      return { redirect: linkTo('login', purposeOf(loaded.flow, visit), visit), setCookie: loaded.setCookie };
    const flow = fillAddress(withoutMethods(loaded.flow), typedAddress(loaded.flow, visit, cookies));
    const { onlyMethod, setCookie } = onlyMethodOf(flow, visit);
    const { PORTAL_URL } = visit.settings;
    const done = justDone.filter(([, cookie]) => cookie.isIn(visit.cookie, PORTAL_URL));
    const reason = done[0]?.[0] ?? (visit.query.has('ended') ? 'ended' : undefined);
    const notice = loaded.notice ?? (isStepUp(flow) ? undefined : reason);
    const cleared = done.map(([, cookie]) => cookie.clear(PORTAL_URL));
    const props = {
      flow,
      ...(notice && { notice }),
      ...(onlyMethod && { onlyMethod }),
      ...remembered(flow, visit, cookies),
      ...linksOf(flow, visit),
    };
    return { page: { name: 'login', props }, setCookie: [...loaded.setCookie, ...setCookie, ...cleared] };
  };
