import type { UiNode, UiText } from '@ory/client';
import type { Flow } from '../page.ts';
import { inputAttributes, isField } from './inputAttributes.ts';
import { invalidCredentials, linkNeedsSignIn } from './messageId.ts';
import * as nodeName from './nodeName.ts';

/** Whether a message says that a sign-in links the account of another service. */
export const saysLink = ({ id }: UiText): boolean => id === linkNeedsSignIn;

/** Returns the messages of a flow that hold until it ends: Kratos leaves them out once a form was sent. */
export const lastingIn = ({ ui }: Flow): UiText[] => ui.messages?.filter(saysLink) ?? [];

/** Returns a node with the error about a wrong password that doubts the password only. */
const withCertainAccount = (node: UiNode): UiNode => ({
  ...node,
  messages: node.messages.map((text) =>
    text.id === invalidCredentials ? { ...text, context: { ...text.context, subject: 'password' } } : text,
  ),
});

const asksAddress = (node: UiNode): boolean =>
  isField(node) && inputAttributes(node)?.name === nodeName.identifier;

/** Returns nodes as a message leaves them: to link an account whose address is certain, only the password can be wrong. */
const nodesAs = (nodes: UiNode[], message: UiText): UiNode[] =>
  saysLink(message) && !nodes.some(asksAddress) ? nodes.map(withCertainAccount) : nodes;

/**
 * Returns a flow with the messages that hold until it ends.
 *
 * @param lasting those that the flow had before
 */
export function withLasting<Shown extends Flow>(flow: Shown, lasting: UiText[]): Shown {
  const { messages = [], nodes } = flow.ui;
  const missing = lasting.filter(({ id }) => !messages.some((message) => message.id === id));
  return missing.length === 0
    ? flow
    : {
        ...flow,
        ui: { ...flow.ui, messages: [...missing, ...messages], nodes: missing.reduce(nodesAs, nodes) },
      };
}
