import { inputAttributes, isSubmit } from '../../shared/flow/inputAttributes.ts';
import type { UiNode, UiNodeAttributes, UiText } from '@ory/client';
import type { FlowOf } from '../../shared/page.ts';
import { loadFlow } from './flowPage.ts';
import { linkTo, purposeOf } from '../pages/links.ts';
import type { Loader } from '../pages/page.ts';
import type { AskingApplication } from '../security/askingApplication.ts';
import { verificationCodeSent, verificationLinkSent } from '../../shared/flow/messageId.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import { sentEmail } from '../../shared/flow/flowState.ts';

/** The ids of the provider's messages that a mail has been sent. */
const mailSentIds = new Set([verificationLinkSent, verificationCodeSent]);

/** Whether a mailed link has filled in its code and the code was not refused: only the button is left to press. */
const isFilledIn = ({ ui }: FlowOf['verification']): boolean =>
  !ui.messages?.some(({ type }) => type === 'error') &&
  ui.nodes.some((node) => inputAttributes(node)?.name === nodeName.code && !!inputAttributes(node)?.value);

const withoutMailSent = (flow: FlowOf['verification']): FlowOf['verification'] => ({
  ...flow,
  ui: { ...flow.ui, messages: flow.ui.messages?.filter(({ id }) => !mailSentIds.has(id)) },
});

/** The message that Kratos omits after a registration when addresses are verified by link. */
const linkSent: UiText = {
  id: verificationLinkSent,
  type: 'info',
  text: 'An email containing a verification link has been sent to the email address you provided.',
};

/** Fills in the address that a link was sent to: after a sign-up Kratos has it only as the value of the resend button. */
function withAddress(nodes: UiNode[]): UiNode[] {
  const isAddress = (node: UiNode): boolean => inputAttributes(node)?.name === nodeName.email;
  const button = nodes.find((node) => isAddress(node) && isSubmit(node));
  const value: unknown = button && inputAttributes(button)?.value;
  if (value === undefined) return nodes;
  return nodes.map((node) =>
    isAddress(node) && !isSubmit(node)
      ? { ...node, attributes: { ...node.attributes, value } as UiNodeAttributes }
      : node,
  );
}

/** Adds the message that a link was sent, and the address, to a flow that waits for the link without saying so. */
const withLinkSent = (flow: FlowOf['verification']): FlowOf['verification'] =>
  flow.state === sentEmail && flow.active === nodeGroup.link && !flow.ui.messages?.length
    ? { ...flow, ui: { ...flow.ui, messages: [linkSent], nodes: withAddress(flow.ui.nodes) } }
    : flow;

/**
 * `GET /verification`: verify an address.
 *
 * @param askingApplication knows whether an application waits for the sign-up that the address is verified for
 */
export const verification =
  (askingApplication: AskingApplication): Loader =>
  async (visit) => {
    const loaded = await loadFlow('verification', visit);
    if ('redirect' in loaded) return loaded;
    const { setCookie } = loaded;
    const filledIn = isFilledIn(loaded.flow);
    const flow = filledIn ? withoutMailSent(loaded.flow) : withLinkSent(loaded.flow);
    const registered = visit.query.has('registered') ? 'registered' : undefined;
    const notice = loaded.notice ?? (filledIn ? 'filledIn' : registered);
    const purpose = purposeOf(flow, visit);
    const props = {
      flow,
      ...(notice && { notice }),
      ...(askingApplication.read(visit.cookie) && { sentByBrowser: true }),
      signupUrl: linkTo('registration', purpose, visit),
      loginUrl: linkTo('login', purpose, visit),
    };
    return { page: { name: 'verification', props }, setCookie };
  };
