import type { UiNode } from '@ory/client';
import { continuesSignUp } from '../../shared/flow/continuesSignUp.ts';
import { inputAttributes, isField } from '../../shared/flow/inputAttributes.ts';
import type { Flow } from '../../shared/page.ts';

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
export function withoutUntried<Shown extends Flow>(flow: Shown): Shown | undefined {
  if (!flow.ui.nodes.some(continuesSignUp)) return undefined;
  const nodes = flow.ui.nodes.map((node) =>
    isMissing(node) ? { ...node, messages: node.messages.filter(({ type }) => type !== 'error') } : node,
  );
  return { ...flow, ui: { ...flow.ui, nodes } };
}
