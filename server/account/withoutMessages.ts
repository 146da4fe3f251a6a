import type { UiNode, UiText } from '@ory/client';
import { continuesSignUp } from '../../shared/flow/buttons.ts';
import { inputAttributes, isField } from '../../shared/flow/inputAttributes.ts';
import type { Flow } from '../../shared/page.ts';

/**
 * Removes some messages from a flow.
 *
 * @param isLeftOut decides by the message, and by its node unless it is about the whole flow
 */
export function withoutMessages<Shown extends Flow>(
  flow: Shown,
  isLeftOut: (message: UiText, node?: UiNode) => boolean,
): Shown {
  const nodes = flow.ui.nodes.map((node) => ({
    ...node,
    messages: node.messages.filter((message) => !isLeftOut(message, node)),
  }));
  const messages = flow.ui.messages?.filter((message) => !isLeftOut(message));
  return { ...flow, ui: { ...flow.ui, messages, nodes } };
}

/** Adds a message to a flow. */
export const withMessage = <Shown extends Flow>(flow: Shown, message: UiText): Shown => ({
  ...flow,
  ui: { ...flow.ui, messages: [...(flow.ui.messages ?? []), message] },
});

/** Adds a message to a field of a flow, in place of what the provider says about it. */
export const withFieldMessage = <Shown extends Flow>(flow: Shown, name: string, message: UiText): Shown => ({
  ...flow,
  ui: {
    ...flow.ui,
    nodes: flow.ui.nodes.map((node) =>
      inputAttributes(node)?.name === name ? { ...node, messages: [message] } : node,
    ),
  },
});

/** Whether a required field is empty. */
function isMissing(node: UiNode): boolean {
  const input = inputAttributes(node);
  return isField(node) && input?.required === true && (!input.value || input.value === 'false');
}

/**
 * Removes the errors about missing fields from a sign-up that a browser returns to from another service: the user has
 * not submitted them yet, because no page sends the form without them. Errors about values stay.
 *
 * @returns undefined for any other sign-up
 */
export const withoutUntried = <Shown extends Flow>(flow: Shown): Shown | undefined =>
  flow.ui.nodes.some(continuesSignUp)
    ? withoutMessages(flow, ({ type }, node) => type === 'error' && node !== undefined && isMissing(node))
    : undefined;
