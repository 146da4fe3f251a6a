import type { UiText } from '@ory/client';
import type { FlowKind, FlowOf } from '../../shared/page.ts';
import { codeUrl } from './codeUrl.ts';
import { loadFlow } from './flowPage.ts';
import { typedAddress, withExisting } from './typedAddress.ts';
import { ownCredentials } from './ownCredentials.ts';
import { withMessage, withoutMessages } from './withoutMessages.ts';
import { fillAddress } from '../pages/fillAddress.ts';
import {
  alreadyVerified,
  formerAddress,
  justRegistered,
  justVerified,
  justVerifiedElsewhere,
  linkOpened,
  verifiedThere,
} from '../security/cookies/notices.ts';
import type { Provider } from '../upstreams/provider.ts';
import { replacedFlow } from '../upstreams/replacedFlow.ts';
import { isUnused, isVerifiedSignUp } from '../upstreams/verifiedSignUp.ts';
import { addressesOf, unverifiedAddress } from '../upstreams/session.ts';
import { correctUrl, linkOver, linkTo, purposeOf } from '../urls/links.ts';
import type { Loader, Visit } from '../pages/loader.ts';
import { pageUrl, sectionPath } from '../urls/paths.ts';
import type { Store } from '../security/limits/stores.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import {
  addressVerified,
  genericError,
  signInToGoOn,
  toSettings,
  toStartPage,
  verificationCodeSent,
  verificationCodeWrong,
  verificationDone,
  verificationLinkSent,
  verificationLinkWrong,
} from '../../shared/flow/messageId.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import { asksCode, chooseMethod, passedChallenge, sentEmail } from '../../shared/flow/flowState.ts';
import { readMessage } from '../../shared/flow/readMessage.ts';
import { messagesIn } from '../../shared/flow/messages.ts';
import { isFilledIn } from '../../shared/flow/isFilledIn.ts';
import { sentAddress } from '../../shared/flow/sentAddress.ts';
import { anchorOf } from '../../shared/flow/methods.ts';

/** The ids of the provider's messages saying that a mail was sent. */
const mailSentIds = new Set([verificationLinkSent, verificationCodeSent]);

/** The ids of the messages about a link or code that has been used: only somebody with an account gets them. */
const spentIds = new Set([verificationDone, verificationLinkWrong]);

const says = ({ ui }: FlowOf['verification'], ids: Set<number>): boolean =>
  ui.messages?.some(({ id }) => ids.has(id)) === true;

/**
 * Returns what a flow that has just begun is for: to verify an address; to verify another one than that of a used link; or
 * nothing, because the visitor's address, or that of the used link, is verified.
 */
function aimOf(
  flow: FlowOf['verification'],
  { unverified, verified }: { unverified: string | undefined; verified: string[] },
): 'verify' | 'another' | 'none' {
  if (flow.state !== chooseMethod) return 'verify';
  if (unverified !== undefined) return says(flow, spentIds) ? 'another' : 'verify';
  return verified.length > 0 || says(flow, new Set([verificationDone])) ? 'none' : 'verify';
}

/** The message with which Kratos refuses a code after too many wrong ones. */
const tooManyCodes = readMessage({
  id: genericError,
  type: 'error',
  text: 'The request was submitted too often. Please request another code.',
});

/** The message that Kratos omits after a registration when addresses are verified by link. */
const linkSent: UiText = {
  id: verificationLinkSent,
  type: 'info',
  text: 'An email containing a verification link has been sent to the email address you provided.',
};

/**
 * Adds the message that a link was sent, and the address, to a flow that waits for the link but does not mention it:
 * after a sign-up, Kratos has the address only as the button's value.
 */
const withLinkSent = (flow: FlowOf['verification']): FlowOf['verification'] =>
  flow.state === sentEmail && flow.active === nodeGroup.link && !flow.ui.messages?.length
    ? fillAddress({ ...flow, ui: { ...flow.ui, messages: [linkSent] } }, sentAddress(flow))
    : flow;

/** The messages about the address, which Kratos does not name in them. */
const aboutAddress = new Set([...mailSentIds, addressVerified]);

/** Adds the address to the messages about it. */
function withAddress(flow: FlowOf['verification'], address: string | undefined): FlowOf['verification'] {
  const about = (text: UiText): UiText =>
    aboutAddress.has(text.id) && address ? { ...text, context: { ...text.context, address } } : text;
  return { ...flow, ui: { ...flow.ui, messages: flow.ui.messages?.map(about) } };
}

/**
 * Whether a flow belongs to this browser: Kratos refuses it to any other. Anybody who knows its id can open an app's
 * flow, so a link may lead to a stranger's.
 */
const isOwn = ({ type }: FlowOf['verification']): boolean => type !== 'api';

/**
 * Leads a flow on to the application's request that this browser has for it, or for the one before: the flow with which Kratos
 * replaces another, or a new one in place of a sign-up's, knows none.
 */
function leadingToApplication(
  flow: FlowOf['verification'],
  visit: Visit,
  { askingApplication }: Pick<BrowserCookies, 'askingApplication'>,
): FlowOf['verification'] {
  const purpose = purposeOf(flow, visit);
  if (!isOwn(flow) || purpose.login_challenge) return flow;
  const flows = [flow.id, replacedFlow('verification', flow), visit.query.get('existing')];
  const login_challenge = askingApplication.challengeOf(visit.cookie, flows);
  if (login_challenge === undefined) return flow;
  return {
    ...flow,
    return_to: visit.settings.PORTAL_URL + pageUrl('/login', { ...purpose, login_challenge }),
  };
}

/** Whether a flow of another kind has begun a verification. */
const follows = (kind: FlowKind, { request_url: url = '' }: FlowOf['verification']): boolean =>
  URL.parse(url)?.pathname === `/self-service/${kind}/browser`;

/** The titles of links that lead on to pages of the portal, by the page: Kratos calls them all 'Continue'. */
const titles: Record<string, UiText> = {
  '/': { id: toStartPage, type: 'info', text: 'Go to the start page' },
  '/settings': { id: toSettings, type: 'info', text: 'Back to the settings' },
};

/**
 * Names the page that a flow leads on to, if it is the portal's.
 *
 * @param home the page in place of the start page, to which Kratos leads by default
 */
function leadingOn(flow: FlowOf['verification'], home: string, portalUrl: string): FlowOf['verification'] {
  const nodes = flow.ui.nodes.map((node) => {
    if (!('href' in node.attributes)) return node;
    const given = node.attributes.href;
    const href = URL.parse(given)?.href === `${portalUrl}/` ? home : given;
    const url = URL.parse(href, portalUrl);
    const title = url?.origin === portalUrl && url.search === '' ? titles[url.pathname] : undefined;
    return { ...node, attributes: { ...node.attributes, href, ...(title && { title }) } };
  });
  return { ...flow, ui: { ...flow.ui, nodes } };
}

/** The page on which an address is changed. */
const profilePage = sectionPath(anchorOf(nodeGroup.profile));

/** Whether the address is verified: the flow is over, or Kratos has replaced it because it must not sign anybody in here. */
const isOver = ({ state, ui }: FlowOf['verification']): boolean =>
  state === passedChallenge || ui.messages?.some(({ id }) => id === signInToGoOn) === true;

/**
 * `GET /verification`: verify an address. Once it is proved, a visitor without a session continues to the sign-in.
 */
export const verification =
  ({
    askingApplication,
    awaitedCode,
    flowAddress,
    signUp,
    credentials,
    identities,
    replacedVerification,
    spentCodes,
  }: BrowserCookies & Pick<Provider, 'credentials' | 'identities'> & { spentCodes: Store }): Loader =>
  async (visit) => {
    const former = replacedVerification.read(visit.cookie);
    if (former?.flow !== undefined && former.flow === visit.query.get('flow'))
      return { redirect: pageUrl('/verification', { flow: former.by }) };
    const begun = await loadFlow('verification', visit);
    if ('redirect' in begun) return begun;
    const { PORTAL_URL } = visit.settings;
    const who = await visit.visitor();
    // the browser's Back: the address is verified, and the sign-in that followed has renewed the token
    if (begun.notice === 'elsewhere' && who.kind === 'signedIn' && !unverifiedAddress(who))
      return { redirect: askingApplication.read(visit.cookie)?.requestUrl ?? '/' };
    const last = signUp.read(visit.cookie);
    // this sign-up's flow has ended: its link was opened on another device, or there were too many wrong codes
    if (begun.notice === 'elsewhere' && who.kind === 'signedOut' && last?.flow === visit.query.get('flow')) {
      const parameters = { ...purposeOf(begun.flow, visit), existing: last.flow, link: 'elsewhere' };
      return { redirect: pageUrl('/verification', parameters), setCookie: begun.setCookie };
    }
    // Kratos fills in the code of a link that another browser opens, also after too many wrong ones
    if (asksCode(begun.flow) && (await spentCodes.get(begun.flow.id)) !== undefined) {
      const { id } = begun.flow;
      const address = flowAddress.keep(id, sentAddress(begun.flow) ?? '');
      const parameters = { ...purposeOf(begun.flow, visit), existing: id, link: 'spent' };
      return {
        redirect: pageUrl('/verification', parameters),
        setCookie: [...begun.setCookie, ...(address ? [address] : [])],
      };
    }
    const isOpened = linkOpened.isIn(visit.cookie, PORTAL_URL);
    // Kratos leaves the error of an earlier code in the flow when a mailed link is opened
    const opened = withoutMessages(begun.flow, ({ id }) => isOpened && id === verificationCodeWrong);
    const replaced = replacedFlow('verification', opened);
    const isThis = (flow: string | undefined): boolean =>
      flow !== undefined && [opened.id, replaced].includes(flow);
    const own = isThis(last?.flow) ? last : undefined;
    const isBegunHere = own !== undefined || isThis(awaitedCode.read(visit.cookie)?.flow);
    const seemsVerified =
      who.kind === 'signedOut' &&
      visit.query.get('link') === 'elsewhere' &&
      last !== undefined &&
      (isThis(last.flow) || last.flow === visit.query.get('existing'));
    const isElsewhere = seemsVerified && opened.state === chooseMethod;
    // an application waits in the browser that it has asked
    const isAsked = isBegunHere || isElsewhere;
    // its address has been corrected since, for example
    const isRefused = messagesIn(opened).some(({ id }) => id === verificationCodeWrong);
    const begins = follows('registration', opened) || follows('settings', opened);
    if (isRefused && begins && !isBegunHere && who.kind === 'signedOut') {
      const kept = flowAddress.keep(opened.id, sentAddress(opened) ?? '') ?? [];
      const over = withExisting(linkOver('verification'), opened.id);
      return { redirect: over, setCookie: [...begun.setCookie, ...[kept].flat()] };
    }
    const flowHere = isAsked ? leadingToApplication(opened, visit, { askingApplication }) : opened;
    const loaded = { ...begun, flow: flowHere };
    const setCookie = [...loaded.setCookie, ...(isOpened ? [linkOpened.clear(PORTAL_URL)] : [])];
    // the sign-in that follows has other news
    if (justRegistered.isIn(visit.cookie, PORTAL_URL)) setCookie.push(justRegistered.clear(PORTAL_URL));
    const purpose = purposeOf(loaded.flow, visit);
    const followsChange = follows('settings', loaded.flow);
    const isDone = loaded.flow.state === passedChallenge;
    const typed = isOwn(loaded.flow)
      ? typedAddress([loaded.flow.id, replaced], visit, { flowAddress })
      : undefined;
    const isSpent =
      visit.query.get('link') === 'spent' &&
      loaded.flow.state === chooseMethod &&
      typed?.address !== undefined;
    const opensFormer = formerAddress.isIn(visit.cookie, PORTAL_URL);
    if (opensFormer) setCookie.push(formerAddress.clear(PORTAL_URL));
    const isSignUpAgain = seemsVerified || (opensFormer && who.kind === 'signedOut');
    const address = sentAddress(loaded.flow) ?? typed?.address ?? (isSignUpAgain ? last?.address : undefined);
    if (replaced !== undefined && isOwn(loaded.flow) && says(loaded.flow, new Set([genericError]))) {
      const line = replacedVerification.keep({ flow: replaced, by: loaded.flow.id });
      if (line) setCookie.push(line);
      await spentCodes.set(replaced, '');
    }
    const kept = address && isOwn(loaded.flow) ? flowAddress.keep(loaded.flow.id, address) : undefined;
    if (kept) setCookie.push(kept);
    // a sign-up with a social account may have begun at the sign-in
    const isSignUp = follows('registration', loaded.flow) || own !== undefined;
    const signedUp = isSignUp && !isDone;
    const isAgain = own === undefined && address !== undefined && address === last?.address;
    const changed = followsChange && !isDone ? 'addressChanged' : undefined;
    if (isOver(loaded.flow) && who.kind === 'signedOut') {
      const verified = isBegunHere ? justVerified : justVerifiedElsewhere;
      // for the sign-up's page in another tab
      const noted = isBegunHere && (own || isAgain) ? signUp.verifiedHere(visit.cookie) : undefined;
      const done = [verified.set(PORTAL_URL, own?.method), noted ?? []].flat();
      return {
        redirect: pageUrl('/login', { ...purpose, verified: loaded.flow.id }),
        setCookie: isOwn(loaded.flow) ? [...setCookie, ...done] : setCookie,
      };
    }
    const [unverified] = addressesOf(who, false);
    const verified = addressesOf(who, true);
    // a mail to an address that has been corrected since: opening it has renewed the token, so that the later flow is over, too.
    // A verification that the visitor has begun must not tell whether an address has an account
    const current = who.kind === 'signedOut' ? last?.address : (unverified ?? verified[0]);
    if (
      identities !== undefined &&
      isOwn(loaded.flow) &&
      (isSignUp || followsChange) &&
      loaded.flow.state === sentEmail &&
      own === undefined &&
      current !== undefined &&
      address !== undefined &&
      (await isUnused(identities, address))
    ) {
      return {
        redirect: pageUrl('/verification', purpose),
        setCookie: [...setCookie, formerAddress.set(PORTAL_URL)],
      };
    }
    const isVerified =
      seemsVerified &&
      (last.isVerifiedHere ?? (identities !== undefined && (await isVerifiedSignUp(identities, last))));
    const aim = isVerified ? 'none' : aimOf(loaded.flow, { unverified, verified });
    // no session begins with an unverified address: whoever has one has changed it
    const isOwnChange =
      !isSignUp && (isDone ? verified.some((one) => one === address) : unverified !== undefined);
    const isChange = followsChange || isOwnChange;
    const found = isChange && credentials ? await ownCredentials(credentials, who) : undefined;
    const toConfirm = (isDone ? found?.unconfirmed : found?.suspended) ?? [];
    const hasAccount =
      who.kind === 'secondFactor' ||
      loaded.notice === 'linkOver' ||
      loaded.notice === 'elsewhere' ||
      says(loaded.flow, spentIds) ||
      isSignUpAgain ||
      isSpent;
    const loginUrl = pageUrl('/login', {
      ...purpose,
      verified: hasAccount && kept ? loaded.flow.id : undefined,
    });
    if (aim === 'none') {
      const next = who.kind === 'signedIn' ? (loaded.flow.return_to ?? '/') : loginUrl;
      const there = last?.isVerifiedHere ? justVerified : verifiedThere;
      const done = isVerified ? there.set(PORTAL_URL, last.method) : alreadyVerified.set(PORTAL_URL);
      return { redirect: next, setCookie: [...setCookie, done] };
    }
    const filledIn = isFilledIn(loaded.flow);
    const shown = {
      another: () => withoutMessages(loaded.flow, ({ id }) => spentIds.has(id)),
      verify: () => {
        if (filledIn) return withoutMessages(loaded.flow, ({ id }) => mailSentIds.has(id));
        return isSpent ? withMessage(loaded.flow, tooManyCodes) : withLinkSent(loaded.flow);
      },
    }[aim]();
    const named = withAddress(fillAddress(shown, address ?? unverified), address);
    const home = toConfirm.length > 0 ? '/settings' : followsChange ? profilePage : '/';
    const flow = leadingOn(named, home, PORTAL_URL);
    const notices = {
      another: 'linkOver' as const,
      verify:
        (opensFormer ? 'formerAddress' : loaded.notice) ??
        (filledIn
          ? isBegunHere || isOwnChange
            ? 'filledIn'
            : 'filledInHere'
          : signedUp && replaced === undefined
            ? 'registered'
            : changed),
    };
    const notice = notices[aim];
    const props = {
      flow,
      ...(notice && { notice }),
      ...(typed?.corrects && { corrects: true }),
      ...(isElsewhere && { isElsewhere }),
      ...(kept && flow.state === sentEmail && { sentTo: address }),
      ...(isChange && { isNewAddress: true }),
      ...(toConfirm.length > 0 && { confirmsAgain: true }),
      ...(isChange && !isDone && { correctUrl: profilePage }),
      ...((signedUp || (isAgain && !isDone)) &&
        !visit.flowsOff.isOff('registration') && {
          correctUrl: correctUrl((own ?? (isAgain ? last : undefined))?.flow ?? flow.id, purpose),
        }),
      ...(askingApplication.read(visit.cookie) && { sentByBrowser: true }),
      ...(!hasAccount &&
        !(signedUp && !isBegunHere) &&
        !visit.flowsOff.isOff('registration') && { signupUrl: linkTo('registration', purpose, visit) }),
      ...(aim === 'verify' && (await codeUrl('verification', flow, visit, { awaitedCode }))),
      loginUrl,
    };
    return { page: { name: 'verification', props }, setCookie };
  };
