import type { UiNode, UiText } from '@ory/client';
import type { Flow } from '../page.ts';
import { inputAttributes, isField } from './inputAttributes.ts';
import { invalidCredentials, linkNeedsSignIn } from './messageId.ts';
import * as nodeName from './nodeName.ts';

/** Returns the message that a sign-in links the account of another service; undefined for any other sign-in. */
export const linkMessage = ({ ui }: Flow): UiText | undefined =>
  ui.messages?.find(({ id }) => id === linkNeedsSignIn);

/** Returns a node with the error about a wrong password that doubts the password only. */
const withCertainAccount = (node: UiNode): UiNode => ({
  ...node,
  messages: node.messages.map((text) =>
    text.id === invalidCredentials ? { ...text, context: { ...text.context, subject: 'password' } } : text,
  ),
});

/**
 * Returns a flow with the message that its sign-in links an account, which Kratos leaves out once a form was sent. The account
 * is certain, unless the form asks for its address: only the password can be wrong.
 *
 * @param message the flow's, from before
 */
export function withLinkMessage<Shown extends Flow>(flow: Shown, message: UiText | undefined): Shown {
  if (message === undefined || linkMessage(flow)) return flow;
  const { messages = [], nodes } = flow.ui;
  const asksAddress = nodes.some(
    (node) => isField(node) && inputAttributes(node)?.name === nodeName.identifier,
  );
  return {
    ...flow,
    ui: {
      ...flow.ui,
      messages: [message, ...messages],
      nodes: asksAddress ? nodes : nodes.map(withCertainAccount),
    },
  };
}
