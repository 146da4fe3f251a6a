import { textIn } from '../../../shared/fields.ts';
import type { Flow, FlowKind } from '../../../shared/page.ts';
import { inputAttributes, isHidden, isField } from '../../../shared/flow/inputAttributes.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import type { UiNode } from '@ory/client';
import { valueOf } from '../../../shared/flow/shownValue.ts';
import { isStepUp } from '../../../shared/flow/flowState.ts';
import { saysExists } from '../../../shared/flow/messages.ts';
import { sentAddress } from '../../../shared/flow/sentAddress.ts';
import {
  loginCodeSent,
  recoveryCodeSent,
  recoveryCodeSentTo,
  recoveryLinkSent,
  registrationCodeSent,
  secondFactorCodeSent,
  verificationCodeSent,
  verificationLinkSent,
} from '../../../shared/flow/messageId.ts';

/** The names of the nodes with the address, in a sign-in and in a sign-up. */
const addressNames = new Set<string>([nodeName.identifier, nodeName.emailTrait]);

/** Whether a node has the address, by its name or its type. */
export const isAddress = (node: UiNode): boolean => {
  const { name = '', type } = inputAttributes(node) ?? {};
  return addressNames.has(name) || type === 'email';
};

/** Whether a page hides the flow's address field, because it knows who re-authenticates. */
export const hidesAddress = ({ flow, address }: { flow: Flow; address?: string }): boolean =>
  address !== undefined && isStepUp(flow);

/** Returns the address that a flow is bound to, from a hidden node; undefined if anyone can continue the flow. */
function loggedInAs(flow: Flow): string | undefined {
  for (const node of flow.ui.nodes) {
    const input = inputAttributes(node);
    if (!input || !addressNames.has(input.name) || !isHidden(node)) continue;
    const address = textIn(input.value);
    if (address) return address;
  }
  return undefined;
}

const nameOf = (node: UiNode): string => inputAttributes(node)?.name ?? '';

/**
 * Returns the username that belongs to a form's password, for password managers.
 *
 * @returns undefined if the form asks for no password, has a field for the address itself, or the address is unknown
 */
export function usernameOf(flow: Flow, nodes: UiNode[]): string | undefined {
  const fields = nodes.filter(isField);
  const asksForPassword = fields.some((node) => inputAttributes(node)?.type === 'password');
  if (!asksForPassword || fields.some((node) => addressNames.has(nameOf(node)))) return undefined;
  const address = flow.ui.nodes.find((node) => nameOf(node) === nodeName.emailTrait);
  const input = address && inputAttributes(address);
  return [loggedInAs(flow), input && valueOf(input)].find(Boolean);
}

/** Returns the address that a flow has mailed: the one that it is bound to, or that its button would mail again. */
export const sentTo = (flow: Flow): string | undefined => loggedInAs(flow) ?? sentAddress(flow);

/**
 * Whether a sign-up is over because its address, which no field can change, already has an account: whatever its forms send is
 * refused.
 */
export const isTaken = (flow: Flow): boolean =>
  flow.ui.messages?.some(saysExists) === true && loggedInAs(flow) !== undefined;

/** Returns how a message reaches an address; an unknown one counts as an email address. */
export const viaOf = (address: string | undefined): 'sms' | 'email' =>
  address?.includes('@') === false ? 'sms' : 'email';

/**
 * Returns the kind of a flow that has mailed an address for the text that says so; `unknown` if nobody is told whether there is an
 * account: in a recovery, and in a verification that neither a sign-up nor a change of address has begun.
 */
export const mailedKind = (kind: FlowKind, correctUrl: string | undefined): FlowKind | 'unknown' =>
  kind === 'recovery' || (kind === 'verification' && correctUrl === undefined) ? 'unknown' : kind;

/** The messages that report a mailed code. */
const codeSent = new Set<number>([
  loginCodeSent,
  secondFactorCodeSent,
  registrationCodeSent,
  recoveryCodeSent,
  recoveryCodeSentTo,
  verificationCodeSent,
]);

/** Whether a message says that a code was just sent. */
export const isCodeSent = ({ id }: { id: number }): boolean => codeSent.has(id);

/** Whether a flow says that a link was just sent, and to which address. */
export const saysLinkSent = ({ ui }: Flow): boolean =>
  ui.messages?.some(({ id }) => id === recoveryLinkSent || id === verificationLinkSent) === true;

/** Whether a flow says that a mail was just sent. */
export const saysSent = (flow: Flow): boolean =>
  saysLinkSent(flow) || flow.ui.messages?.some(isCodeSent) === true;
