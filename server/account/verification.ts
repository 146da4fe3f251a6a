import type { UiText } from '@ory/client';
import { inputAttributes } from '../../shared/flow/inputAttributes.ts';
import type { FlowOf } from '../../shared/page.ts';
import { loadFlow } from './flowPage.ts';
import { withoutMessages } from './withoutMessages.ts';
import { fillAddress } from '../pages/fillAddress.ts';
import { justVerified, linkOpened } from '../security/cookies/notices.ts';
import { linkTo, purposeOf } from '../urls/links.ts';
import type { Loader } from '../pages/loader.ts';
import { pageUrl } from '../urls/paths.ts';
import type { AskingApplication } from '../security/cookies/askingApplication.ts';
import type { FlowAddress } from '../security/cookies/flowAddress.ts';
import {
  addressVerified,
  signInToGoOn,
  verificationCodeSent,
  verificationCodeWrong,
  verificationDone,
  verificationLinkSent,
  verificationLinkWrong,
} from '../../shared/flow/messageId.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import { passedChallenge, sentEmail } from '../../shared/flow/flowState.ts';
import { saysError } from '../../shared/flow/messages.ts';
import { sentAddress } from '../../shared/flow/sentAddress.ts';

/** The ids of the provider's messages saying that a mail was sent. */
const mailSentIds = new Set([verificationLinkSent, verificationCodeSent]);

/**
 * Whether a mailed link has filled in its code and the code was not refused: the user only has to press the button.
 */
const isFilledIn = (flow: FlowOf['verification']): boolean =>
  !saysError(flow) &&
  flow.ui.nodes.some(
    (node) => inputAttributes(node)?.name === nodeName.code && !!inputAttributes(node)?.value,
  );

/** Removes the error of an earlier code, which Kratos leaves in the flow when a mailed link is opened. */
const withoutWrongCode = (flow: FlowOf['verification']): FlowOf['verification'] =>
  withoutMessages(flow, ({ id }) => id === verificationCodeWrong);

/** The ids of messages that only somebody with an account gets: a link or code of theirs has been used. */
const hasAccountIds = new Set([verificationDone, verificationLinkWrong]);

const withoutMailSent = (flow: FlowOf['verification']): FlowOf['verification'] =>
  withoutMessages(flow, ({ id }) => mailSentIds.has(id));

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

/** Adds the address to the message that it is verified, which Kratos does not name. */
function withVerified(flow: FlowOf['verification'], address: string | undefined): FlowOf['verification'] {
  const about = (text: UiText): UiText =>
    text.id === addressVerified ? { ...text, context: { ...text.context, address } } : text;
  return { ...flow, ui: { ...flow.ui, messages: flow.ui.messages?.map(about) } };
}

/**
 * Whether a flow belongs to this browser: Kratos refuses it to any other. Anybody who knows its id can open an app's
 * flow, so a link may lead to a stranger's.
 */
const isOwn = ({ type }: FlowOf['verification']): boolean => type !== 'api';

/** Whether a sign-up has begun a verification, whose address is not verified yet. */
const followsSignUp = ({ request_url: url = '', state }: FlowOf['verification']): boolean =>
  state !== passedChallenge &&
  URL.canParse(url) &&
  new URL(url).pathname === '/self-service/registration/browser';

/** Returns the id of the flow that Kratos has replaced with this one: it names its address no more. */
function replacedFlow({ request_url: url = '' }: FlowOf['verification']): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { pathname, searchParams } = new URL(url);
  return pathname === '/self-service/verification' ? (searchParams.get('flow') ?? undefined) : undefined;
}

/** Whether the address is verified: the flow is over, or Kratos has replaced it because it must not sign anybody in here. */
const isOver = ({ state, ui }: FlowOf['verification']): boolean =>
  state === passedChallenge || ui.messages?.some(({ id }) => id === signInToGoOn) === true;

/** The verification page's dependencies beside the visit. */
export interface VerificationDependencies {
  /** Knows whether an application waits for the sign-up that this verification belongs to. */
  askingApplication: AskingApplication;
  /** Reads the address of a sign-up, and keeps it for the next sign-in. */
  flowAddress: FlowAddress;
}

/**
 * `GET /verification`: verify an address. Once it is proved, a visitor without a session continues to the sign-in.
 */
export const verification =
  ({ askingApplication, flowAddress }: VerificationDependencies): Loader =>
  async (visit) => {
    const found = await loadFlow('verification', visit);
    if ('redirect' in found) return found;
    const { PORTAL_URL } = visit.settings;
    const isOpened = linkOpened.isIn(visit.cookie, PORTAL_URL);
    const loaded = isOpened ? { ...found, flow: withoutWrongCode(found.flow) } : found;
    const setCookie = [...loaded.setCookie, ...(isOpened ? [linkOpened.clear(PORTAL_URL)] : [])];
    const purpose = purposeOf(loaded.flow, visit);
    const signedUp = followsSignUp(loaded.flow);
    const own = isOwn(loaded.flow) ? [loaded.flow.id, replacedFlow(loaded.flow)] : [];
    const address =
      sentAddress(loaded.flow) ?? own.map((id) => id && flowAddress.read(visit.cookie, id)).find(Boolean);
    const kept = address && isOwn(loaded.flow) ? flowAddress.keep(loaded.flow.id, address) : undefined;
    if (kept) setCookie.push(kept);
    const { kind } = await visit.visitor();
    if (isOver(loaded.flow) && kind === 'signedOut')
      return {
        redirect: pageUrl('/login', { ...purpose, verified: loaded.flow.id }),
        setCookie: isOwn(loaded.flow) ? [...setCookie, justVerified.set(PORTAL_URL)] : setCookie,
      };
    const filledIn = isFilledIn(loaded.flow);
    const shown = filledIn ? withoutMailSent(loaded.flow) : withLinkSent(loaded.flow);
    const flow = withVerified(fillAddress(shown, address), address);
    const hasAccount =
      kind === 'secondFactor' || flow.ui.messages?.some(({ id }) => hasAccountIds.has(id)) === true;
    const notice = loaded.notice ?? (filledIn ? 'filledIn' : signedUp ? 'registered' : undefined);
    const props = {
      flow,
      ...(notice && { notice }),
      ...(kept && flow.state === sentEmail && { sentTo: address }),
      ...(askingApplication.read(visit.cookie) && { sentByBrowser: true }),
      ...(!hasAccount &&
        !visit.flowsOff.isOff('registration') && { signupUrl: linkTo('registration', purpose, visit) }),
      loginUrl: pageUrl('/login', { ...purpose, verified: hasAccount && kept ? flow.id : undefined }),
    };
    return { page: { name: 'verification', props }, setCookie };
  };
