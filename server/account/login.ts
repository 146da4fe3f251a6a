import type { UiNode, UiText, UpdateLoginFlowBody } from '@ory/client';
import { isButtonOf } from '../../shared/flow/buttons.ts';
import { classify } from '../../shared/flow/classify.ts';
import { inputAttributes, isHidden } from '../../shared/flow/inputAttributes.ts';
import { isStepUp } from '../../shared/flow/flowState.ts';
import { fieldsOf, objectsIn, textIn } from '../../shared/fields.ts';
import { unverifiedIn } from '../../shared/flow/messages.ts';
import { lastingIn, saysLink, withLasting } from '../../shared/flow/lasting.ts';
import { pagePath } from '../../shared/flow/pagePath.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import { startQuery } from '../../shared/flow/startQuery.ts';
import type { FlowOf, Notice, PageProps, Remembered } from '../../shared/page.ts';
import { frontendRequests } from '../upstreams/requests.ts';
import { codeUrl } from './codeUrl.ts';
import { loadFlow } from './flowPage.ts';
import {
  alreadyVerified,
  justRecovered,
  justRegistered,
  justSignedOut,
  justVerified,
  justVerifiedElsewhere,
  notLinkedHere,
  usedCode,
  verifiedThere,
  type OneTimeNotice,
} from '../security/cookies/notices.ts';
import { sentChange } from '../security/cookies/changeCookie.ts';
import { fillAddress } from '../pages/fillAddress.ts';
import { linkTo, purposeOf } from '../urls/links.ts';
import { forgetMethods, lastMethods } from '../security/cookies/lastMethods.ts';
import { onlyMethodOf } from './onlyMethod.ts';
import { typedAddress, withExisting } from './typedAddress.ts';
import { withFieldMessage, withMessage } from './withoutMessages.ts';
import type { Loaded, Loader, Visit } from '../pages/loader.ts';
import { pageUrl } from '../urls/paths.ts';
import {
  forgetAddresses,
  type AddressCookies,
  type BrowserCookies,
} from '../security/cookies/browserCookies.ts';
import { noMethods, notLinked, totpUsed } from '../../shared/flow/messageId.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';

/** The one-time notices about the visitor's last step, latest step first. */
const justDone = [
  ['signedOut', justSignedOut],
  ['verified', justVerified],
  ['verifiedElsewhere', justVerifiedElsewhere],
  ['verifiedThere', verifiedThere],
  ['registered', justRegistered],
  ['alreadyVerified', alreadyVerified],
] as const satisfies [Notice, OneTimeNotice][];

/** Those after which nobody has to sign up: the address has an account. */
const isAboutAccount = new Set<Notice>(['verified', 'verifiedElsewhere', 'verifiedThere', 'alreadyVerified']);

/** The provider's message for a sign-in without any method. */
const noMethodsMessage: UiText = {
  id: noMethods,
  type: 'error',
  text: 'No authentication methods are available. Please contact the system administrator.',
};

/** Says why a confirmation with a social account has led back. */
const notLinkedMessage: UiText = {
  id: notLinked,
  type: 'error',
  text: 'That account of another service is not linked to yours.',
};

/** Says why an authenticator app's code was refused. */
const usedCodeMessage: UiText = {
  id: totpUsed,
  type: 'error',
  text: 'This code has already been used.',
};

/** The links below the form. Kratos recovers an account only while logged out, so links to it may log out first. */
function linksOf(
  flow: FlowOf['login'],
  visit: Visit,
  { carry, hasAccount }: { carry: (url: string) => string; hasAccount: boolean },
): Record<string, string> {
  const purpose = purposeOf(flow, visit);
  const { isOff } = visit.flowsOff;
  const recovery = isOff('recovery') ? undefined : linkTo('recovery', purpose, visit);
  if (!isStepUp(flow))
    return {
      ...(!isOff('registration') &&
        !hasAccount && { signupUrl: carry(linkTo('registration', purpose, visit)) }),
      ...(recovery !== undefined && { forgotPasswordUrl: carry(recovery) }),
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
  return withMessage(flow, noMethodsMessage);
}

/**
 * Whether a flow asks for what the session already has, because the user went back to its page, or signed in in another tab.
 */
async function isCompleted(flow: FlowOf['login'], { query, visitor }: Visit): Promise<boolean> {
  if (!query.has('flow')) return false;
  const who = await visitor();
  if (who.kind !== 'signedIn') return false;
  const { authenticator_assurance_level: level, authentication_methods: methods } = who.session;
  const isLater = (at: unknown): boolean =>
    Date.parse(textIn(at) ?? '') > Date.parse(textIn(flow.issued_at) ?? '');
  return (
    (!flow.refresh || objectsIn(methods).some(({ completed_at }) => isLater(completed_at))) &&
    (flow.requested_aal !== 'aal2' || level === 'aal2')
  );
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
 * Returns what the browser remembers of the last sign-in; nothing if another account's address was typed, and no address if
 * a user is signed in, who may be a different one.
 */
function remembered(
  flow: FlowOf['login'],
  { cookie, settings }: Visit,
  { lastAddress }: AddressCookies,
  typed: string | undefined,
): Remembered {
  if (settings.REMEMBER_METHOD === 'off') return {};
  const address = isStepUp(flow) ? undefined : lastAddress.read(cookie);
  // the methods are those of another account
  if (typed !== undefined && address !== undefined && typed.toLowerCase() !== address.toLowerCase())
    return {};
  return { lastMethods: lastMethods(cookie, settings.PORTAL_URL), lastAddress: address };
}

/** Returns the address that a refusal by a web hook names: Kratos then empties the form. */
function refusedAddress(flow: FlowOf['login']): string | undefined {
  const { unverified, address } = unverifiedIn(flow);
  return textIn(unverified ?? address);
}

/** Returns the address of the account to which a sign-in links another service's. */
const linkedAddress = (flow: FlowOf['login']): string | undefined =>
  textIn(fieldsOf(lastingIn(flow).find(saysLink)?.context).duplicateIdentifier);

/** Returns the URL in the settings to which a sign-in leads; undefined if it leads elsewhere. */
function settingsAhead(flow: FlowOf['login'], { query, settings: { PORTAL_URL } }: Visit): URL | undefined {
  const url = URL.parse(flow.return_to ?? query.get('return_to') ?? '', PORTAL_URL);
  const leadsThere = url?.origin === PORTAL_URL && /^(?:\/self-service)?\/settings$/.test(url.pathname);
  return leadsThere ? url : undefined;
}

/** Returns what a confirmation in the settings is for, and the way back without it; undefined for any other sign-in. */
function forSettings(flow: FlowOf['login'], visit: Visit): Pick<PageProps['login'], 'change' | 'cancelUrl'> {
  const url = settingsAhead(flow, visit);
  if (!isStepUp(flow) || flow.requested_aal === 'aal2' || !url) return {};
  const sent = sentChange(visit.cookie, visit.settings.PORTAL_URL);
  const change = sent?.stage === 'waits' ? sent.change : 'other';
  return { change, cancelUrl: `/settings${url.hash}` };
}

/**
 * Starts the sign-in with the social account that has just signed up, which Kratos does not sign in: nobody should have to
 * press its button twice.
 *
 * @returns where to send the browser; undefined if the provider does not start it
 */
async function signInWith(
  button: UiNode,
  { id, ui }: FlowOf['login'],
  visit: Visit,
): Promise<Loaded | undefined> {
  const inputs = [button, ...ui.nodes.filter(isHidden)].map(inputAttributes);
  const values: Record<string, unknown> = { method: button.group };
  for (const input of inputs) if (input) values[input.name] = input.value;
  const body = values as unknown as UpdateLoginFlowBody;
  const answer = await visit.kratos.answer(frontendRequests.updateLoginFlow(id, body), {
    cookie: visit.cookie,
  });
  const outcome = classify('login', answer);
  return outcome.kind === 'navigate' ? { redirect: outcome.url, setCookie: answer.setCookie } : undefined;
}

/**
 * `GET /login`: sign in, confirm the identity (`refresh`), or give a second factor (`aal=aal2`). `forget` starts
 * again without the remembered account.
 */
export const login =
  (cookies: BrowserCookies): Loader =>
  async (visit) => {
    if (visit.query.has('forget')) return forgetAccount(visit, cookies);
    const loaded = await loadFlow('login', visit);
    if ('redirect' in loaded) return loaded;
    if (await isCompleted(loaded.flow, visit))
      return { redirect: linkTo('login', purposeOf(loaded.flow, visit), visit), setCookie: loaded.setCookie };
    const { id } = loaded.flow;
    const found = typedAddress([id], visit, cookies);
    const linked = linkedAddress(loaded.flow);
    const named = refusedAddress(loaded.flow) ?? linked;
    const typed = isStepUp(loaded.flow) ? undefined : (named ?? found.address);
    const { lasting } = cookies;
    const before = lasting.read(visit.cookie);
    const shown = withLasting(withoutMethods(loaded.flow), before?.flow === id ? before.messages : []);
    const messages = lastingIn(shown);
    const kept = [
      messages.length > 0 ? lasting.keep({ flow: id, messages }) : undefined,
      // for another sign-up, or for a recovery and other methods
      named === undefined ? undefined : cookies.flowAddress.keep(id, named),
    ].filter((line) => line !== undefined);
    const { PORTAL_URL } = visit.settings;
    const isOther = isStepUp(loaded.flow) && notLinkedHere.isIn(visit.cookie, PORTAL_URL);
    const isUsed = isStepUp(loaded.flow) && usedCode.isIn(visit.cookie, PORTAL_URL);
    const told = isUsed ? withFieldMessage(shown, nodeName.totpCode, usedCodeMessage) : shown;
    const flow = fillAddress(isOther ? withMessage(told, notLinkedMessage) : told, typed);
    const { onlyMethod, setCookie } = onlyMethodOf(flow, visit);
    const done = justDone.filter(([, cookie]) => cookie.isIn(visit.cookie, PORTAL_URL));
    const cleared = done.map(([, cookie]) => cookie.clear(PORTAL_URL));
    if (isOther) cleared.push(notLinkedHere.clear(PORTAL_URL));
    if (isUsed) cleared.push(usedCode.clear(PORTAL_URL));
    const method = done[0]?.[1].methodIn(visit.cookie, PORTAL_URL);
    const again = method === undefined ? undefined : flow.ui.nodes.find(isButtonOf(method));
    const started = again && !visit.query.has('flow') ? await signInWith(again, flow, visit) : undefined;
    if (started)
      return { ...started, setCookie: [...loaded.setCookie, ...(started.setCookie ?? []), ...cleared] };
    const asked = settingsAhead(flow, visit) && 'settingsAsked';
    const reason = again ? 'pressAgain' : (done[0]?.[0] ?? (visit.query.has('ended') ? 'ended' : asked));
    const isRecovered = flow.requested_aal === 'aal2' && justRecovered.isIn(visit.cookie, PORTAL_URL);
    if (isRecovered) cleared.push(justRecovered.clear(PORTAL_URL));
    const notice = loaded.notice ?? (isRecovered ? 'recovered' : isStepUp(flow) ? undefined : reason);
    const props = {
      flow,
      ...(notice && { notice }),
      ...(await codeUrl('login', flow, visit, cookies)),
      ...(onlyMethod && { onlyMethod }),
      ...remembered(flow, visit, cookies, typed),
      // only an address that was mailed a code is corrected here
      ...(typed && found.corrects && { corrects: true, lastMethods: [nodeGroup.code] }),
      ...(again && method !== undefined && { lastMethods: [method] }),
      ...linksOf(flow, visit, {
        carry: linked === undefined ? found.carry : (url) => withExisting(url, id),
        hasAccount: done.some(([name]) => isAboutAccount.has(name)),
      }),
      ...forSettings(flow, visit),
    };
    const cookiesSet = [...loaded.setCookie, ...setCookie, ...cleared, ...kept];
    return { page: { name: 'login', props }, setCookie: cookiesSet };
  };
