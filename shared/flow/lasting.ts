import type { UiNode, UiText } from '@ory/client';
import { fieldsOf, textIn } from '../fields.ts';
import type { Flow } from '../page.ts';
import { isButtonOf } from './buttons.ts';
import { inputAttributes, isField } from './inputAttributes.ts';
import { confirmByCode, invalidCredentials, linkNeedsSignIn, serviceStays } from './messageId.ts';
import * as nodeName from './nodeName.ts';

/** Whether a message says that a sign-in links the account of another service. */
export const saysLink = ({ id }: UiText): boolean => id === linkNeedsSignIn;

const saysStays = ({ id }: UiText): boolean => id === serviceStays;

/** Whether a message names the address that has to be verified before the sign-in. */
const saysUnverified = ({ id, context }: UiText): boolean =>
  id === confirmByCode && fieldsOf(context).unverified !== undefined;

const lasts = (message: UiText): boolean =>
  saysLink(message) || saysStays(message) || saysUnverified(message);

/** Returns the messages of a flow that hold until it ends: Kratos leaves them out once a form was sent. */
export const lastingIn = ({ ui }: Flow): UiText[] => ui.messages?.filter(lasts) ?? [];

/** Returns a node with the error about a wrong password that doubts the password only. */
const withCertainAccount = (node: UiNode): UiNode => ({
  ...node,
  messages: node.messages.map((text) =>
    text.id === invalidCredentials ? { ...text, context: { ...text.context, subject: 'password' } } : text,
  ),
});

/** Whether a node is the button of the service that a message is about. */
const isOfService = ({ context }: UiText) => isButtonOf(textIn(fieldsOf(context).method) ?? '');

const asksAddress = (node: UiNode): boolean =>
  isField(node) && inputAttributes(node)?.name === nodeName.identifier;

/**
 * Returns nodes as a message leaves them: to link an account whose address is certain, only the password can be wrong; and a
 * service that stays with another account is not offered.
 */
function nodesAs(nodes: UiNode[], message: UiText): UiNode[] {
  if (saysStays(message)) return nodes.filter((node) => !isOfService(message)(node));
  return saysLink(message) && !nodes.some(asksAddress) ? nodes.map(withCertainAccount) : nodes;
}

/**
 * Returns a flow with the messages that hold until it ends; that about a service only where the service would be offered.
 *
 * @param lasting those that the flow had before
 */
export function withLasting<Shown extends Flow>(flow: Shown, lasting: UiText[]): Shown {
  const { messages = [], nodes } = flow.ui;
  const missing = lasting.filter(
    (text) =>
      !messages.some(({ id }) => id === text.id) && (!saysStays(text) || nodes.some(isOfService(text))),
  );
  return missing.length === 0
    ? flow
    : {
        ...flow,
        ui: { ...flow.ui, messages: [...missing, ...messages], nodes: missing.reduce(nodesAs, nodes) },
      };
}
